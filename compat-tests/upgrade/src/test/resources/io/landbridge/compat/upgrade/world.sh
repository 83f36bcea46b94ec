#!/usr/bin/env bash
# Stands for curl, landbridge, on, sleep and seq, by the name it is called with. The state of three
# machines is in the files of $WORLD: running/ADDRESS has "old" or "new", expiry/ADDRESS, leader,
# phase; members are in the cluster.conf of each. Each call is a line of $WORLD/log; the one that
# is in $WORLD/broken fails.
name=${0##*/}
call="$name $*"
case $name in
  seq) echo 1; exit ;;
esac
call=${call//$'\n'/ }
printf '%s\n' "$call" >> "$WORLD/log"
[ ! -e "$WORLD/broken" ] || [ "$call" != "$(< "$WORLD/broken")" ] || exit 22
[ "$name" != sleep ] || exit 0

phase() { echo "$(< "$WORLD/phase")"; }
running() { [ ! -e "$WORLD/running/$1" ] || echo "$(< "$WORLD/running/$1")"; }
# New servers refuse clients of 1.x until the bridge exports, as landbridge.bridge.in-place has it.
serves() {
  case $(running "$1"):$(phase) in
    old:* | new:DUAL_WRITE | new:CUT_OVER | new:DONE) ;;
    *) exit 22 ;;
  esac
}

web() {
  local url='' each address
  for each in "$@"; do
    case $each in http://*) url=$each ;; esac
  done
  address=${url#http://}
  address=${address%%/*}
  [ -n "$(running "$address")" ] || exit 7
  case $url in
    */operator/servers)
      [ "$(running "$address")" = old ] || exit 22
      sed 's/.*/"ip":"&","extendInfo":{"naming":{"ip":"&"}},"address":"&"/' "$WORLD/machines/$address/old/conf/cluster.conf"
      ;;
    */operator/switches*)
      [ "$(running "$address")" = old ] || exit 22
      case $url in
        *value=true*) echo true > "$WORLD/expiry/$address" ;;
        *value=false*) echo false > "$WORLD/expiry/$address" ;;
      esac
      ;;
    */core/ops/raft) for each in "$@"; do
      case $each in *transferLeader*) grep -oE '[0-9.]+:[0-9]+' <<< "$each" > "$WORLD/leader" ;; esac
    done ;;
    */cluster/self)
      printf '{"leader":"%s","raftGroupMember":["none"]}\n' "$(< "$WORLD/leader")"
      ;;
    */console/server/state)
      [ "$(running "$address")" = old ] && echo '{"version":"1.4.1"}' || echo '{"version":"3.1.0"}'
      ;;
    */instance/list*) serves "$address" ;;
    */landbridge/v1/status)
      [ "$(running "$address")" = new ] || exit 22
      echo "{\"state\":\"$(< "$WORLD/plugin")\"}"
      ;;
    */catalog/services*) echo '{"name":"one","groupName":"g"}' ;;
  esac
}

bridge() {
  case "$1:$(phase):$*" in
    status:*) printf '{\n  "phase" : "%s"\n}\n' "$(phase)" ;;
    start:OFF:*--legacy*--yes*) echo SHADOW > "$WORLD/phase" ;;
    start:SHADOW:*--yes* | start:DUAL_WRITE:*) echo DUAL_WRITE > "$WORLD/phase" ;;
    cut-over:*) echo CUT_OVER > "$WORLD/phase" ;;
    finish:*) echo DONE > "$WORLD/phase" ;;
    check:* | diff:*) ;;
    *) exit 5 ;;
  esac
}

case $name in
  curl) web "$@" ;;
  landbridge) [ "$1" != bridge ] || bridge "${@:2}" ;;
  on) cd "$WORLD/machines/$1" && exec bash -c "$2" < /dev/null ;;
esac

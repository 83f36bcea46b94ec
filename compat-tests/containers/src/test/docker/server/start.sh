# As the official images start theirs: the class path is Spring Boot's loader alone, its path begins
# with the directory of plugins, and the environment variables are those that `compose.yaml` uses.
cd /home/nacos
set -- -Xms"${JVM_XMS:-256m}" -Xmx"${JVM_XMX:-512m}"
if [ "$MODE" = cluster ]; then
  printf '%s\n' $NACOS_SERVERS > conf/cluster.conf
else
  set -- "$@" -Dnacos.standalone=true
fi
[ "$PREFER_HOST_MODE" != hostname ] || set -- "$@" -Dnacos.preferHostnameOverIp=true
[ "$EMBEDDED_STORAGE" != embedded ] || set -- "$@" -DembeddedStorage=true
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@" \
  -Dnacos.home=/home/nacos -Dnacos.logs.path=/home/nacos/logs -Dnacos.deployment.type=server \
  -Dlandbridge.server.main="$(cat bin/server.main)" \
  -Dloader.main=io.landbridge.compat.server.ExitWithParent \
  -Dloader.path="plugins,$(cat bin/loader.path)" \
  -cp "$(echo loader/*.jar)" "$(cat bin/loader.class)" \
  --spring.config.additional-location=file:/home/nacos/conf/

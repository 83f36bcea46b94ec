#!/usr/bin/env bash
# What would be done? The first line says how many applications, consumers and waves. Without --yes
# nothing is changed, and there is no journal yet.
set -eu

landbridge apply --plan plan.yaml
[ ! -e plan.yaml.journal ]

#!/usr/bin/env bash
# The others. Whatever is not as planned stops it; run it again and it goes on with what is left.
set -eu

landbridge apply --plan plan.yaml --wave all --yes
landbridge verify --plan plan.yaml

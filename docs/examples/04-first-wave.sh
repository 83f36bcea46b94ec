#!/usr/bin/env bash
# The first wave, and a look whether both models offer the same.
set -eu

landbridge apply --plan plan.yaml --wave next --soak 1 --yes
landbridge verify --plan plan.yaml --wave 1
landbridge report --plan plan.yaml --out report.html

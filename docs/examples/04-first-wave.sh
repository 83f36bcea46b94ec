#!/usr/bin/env bash
# The next wave, here the first one, and a look whether both models offer the same.
set -eu

landbridge apply --plan plan.yaml --yes
landbridge verify --plan plan.yaml --wave 1
landbridge report --plan plan.yaml --out report.html

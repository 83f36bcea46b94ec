#!/usr/bin/env bash
# Take one wave back: first see what that would be.
set -eu

landbridge rollback --plan plan.yaml --wave 2
landbridge rollback --plan plan.yaml --wave 2 --yes

# And forth again.
landbridge apply --plan plan.yaml --yes

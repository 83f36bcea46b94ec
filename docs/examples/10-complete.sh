#!/usr/bin/env bash
# The end: list the irreversible effects and the remaining interface-level clients, then complete.
set -eu

landbridge complete --plan plan.yaml
landbridge complete --plan plan.yaml --yes

# From now on a rollback is refused: 5 is a precondition that is not met.
landbridge rollback --plan plan.yaml --yes || [ $? -eq 5 ]

#!/usr/bin/env bash
# The end, which cannot be undone: list the irreversible effects and the remaining interface-level clients, then complete.
set -eu

landbridge complete --plan plan.yaml --wave all
landbridge complete --plan plan.yaml --wave all --yes

# From now on a rollback is refused: 5 is a precondition that is not met.
landbridge rollback --plan plan.yaml --yes || [ $? -eq 5 ]

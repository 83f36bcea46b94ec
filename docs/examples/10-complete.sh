#!/usr/bin/env bash
# The end: see what cannot be taken back any more and who depends on the interface level, then do it.
set -eu

landbridge complete --plan plan.yaml
landbridge complete --plan plan.yaml --yes

# From now on a rollback is refused: 5 is a precondition that is not met.
landbridge rollback --plan plan.yaml --yes || [ $? -eq 5 ]

#!/usr/bin/env bash
# Write a plan and review it: which applications, in which waves, and why.
set -eu

landbridge plan --out plan.yaml --max-applications 1 --max-percent 100
cat plan.yaml

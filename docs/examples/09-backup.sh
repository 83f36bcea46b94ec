#!/usr/bin/env bash
# The catalog in a file, and what putting it back would do.
set -eu

landbridge backup --out catalog.backup --force
landbridge restore catalog.backup

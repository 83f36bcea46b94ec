#!/usr/bin/env bash
# How the plugin is on every server given, and who still uses what.
set -eu

landbridge status
landbridge consumers
# 0 when all is well, 4 when there are only warnings.
landbridge doctor || [ $? -eq 4 ]

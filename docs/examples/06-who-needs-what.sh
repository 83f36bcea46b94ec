#!/usr/bin/env bash
# How the plugin is on every server given, and who still uses what.
set -eu

landbridge status
landbridge consumers
# 0 if there are no problems, 4 if there are only warnings.
landbridge doctor || [ $? -eq 4 ]

#!/usr/bin/env bash
# In an emergency: hide all derived instances immediately, without a leader; then show them again.
set -eu

landbridge suspend --yes
landbridge resume --yes

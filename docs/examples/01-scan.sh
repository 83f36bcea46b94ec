#!/usr/bin/env bash
# Look at what is registered. Reads only, and works with or without the plugin.
# The servers of the cluster are in LANDBRIDGE_SERVER, or given with --server.
set -eu

landbridge scan --interfaces

# The same for programs; docs/schemas says what is in it.
landbridge scan -o json >scan.json

#!/usr/bin/env bash
# Makes ready what the suite needs: Cassandra 5.0 and 4.1 as the conformance suite starts them. Exit 78 when they cannot be had.
exec bash "$(dirname "$0")/../conformance/setup.sh" 5.0.8 4.1.10

#!/bin/sh
# Fetch the vendored components again, at the versions named here: sh vendor/vendor.sh
# mutation-testing-elements renders the mutation report, mutation-testing-report-schema is the
# schema of its data (both Apache License 2.0, which lies beside them).
set -eu
cd "$(dirname "$0")"
elements=3.9.0
schema=3.8.4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent "mutation-testing-elements@$elements" "mutation-testing-report-schema@$schema" >/dev/null
mkdir elements schema
tar -xzf "mutation-testing-elements-$elements.tgz" -C elements
tar -xzf "mutation-testing-report-schema-$schema.tgz" -C schema
cd - >/dev/null
mkdir -p mutation-testing-elements
cp "$folder/elements/package/dist/mutation-test-elements.js" "$folder/elements/package/LICENSE" \
    "$folder/schema/package/src/mutation-testing-report-schema.json" mutation-testing-elements/

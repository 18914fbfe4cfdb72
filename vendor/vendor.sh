#!/bin/sh
# Fetch the vendored components again, at the versions named here: sh vendor/vendor.sh
# mutation-testing-elements renders the mutation report (Apache License 2.0, beside it).
set -eu
cd "$(dirname "$0")"
version=3.9.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm pack --silent --pack-destination "$folder" "mutation-testing-elements@$version"
tar -xzf "$folder/mutation-testing-elements-$version.tgz" -C "$folder"
mkdir -p mutation-testing-elements
cp "$folder/package/dist/mutation-test-elements.js" "$folder/package/LICENSE" mutation-testing-elements/

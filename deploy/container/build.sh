#!/bin/sh
# Makes the folder of the program as the image has it: what the first stage of the Dockerfile does, and whoever
# packs Vitrine otherwise. Called in a clone with Node and npm; FOLDER is made, and nothing in it is written later.
#   sh deploy/container/build.sh FOLDER
set -eu
umask 022
folder=$1
clone=$(cd "$(dirname "$0")/../.." && pwd)

cd "$clone"
npm run --silent build
mkdir -p "$folder"
cp -R dist/package/. "$folder"

# The same versions as the clone has; what the program does not use is dropped from the lock.
cp package-lock.json .npmrc "$folder"
cd "$folder"
npm install --silent --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund
rm package-lock.json .npmrc
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

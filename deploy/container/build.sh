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
npm pack --silent --pack-destination "$folder" > /dev/null
tar -xzf "$folder"/vitrine-*.tgz -C "$folder" --strip-components=1 --no-same-owner
rm "$folder"/vitrine-*.tgz

# The same versions as the clone has, without those of its checks.
cp package-lock.json .npmrc "$folder"
cd "$folder"
npm ci --silent --omit=dev --omit=peer --workspaces=false --ignore-scripts
rm package-lock.json .npmrc
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

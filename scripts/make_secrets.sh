#!/bin/sh
# make_secrets.sh [DIR]: the secrets that docker-compose.yml hands over as files, each made once. The folder is its
# owner's alone; the files in it are read by a user inside of the containers.
set -eu
dir=${1:-secrets}
mkdir -p "$dir"
chmod 700 "$dir"
for name in secret_key postgres_password; do
  [ -s "$dir/$name" ] || head -c 48 /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_' >"$dir/$name"
  chmod 644 "$dir/$name"
done

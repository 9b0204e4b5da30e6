#!/bin/sh
# prepare.sh: before a new version serves. Brings the tables up to date (and adds example games to a new site), and lays
# out what pages load, beside what the old version's pages still load.
set -eu
python manage.py prepare
cp -R staticfiles/. "${STATIC_TARGET:-/static}/"

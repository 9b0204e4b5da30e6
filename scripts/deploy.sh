#!/bin/sh
# deploy.sh: what stands here takes the place of the version that serves. `docker compose up` alone ends all web
# processes at once, and nobody is served until others are ready. Here as many new ones begin beside the old ones, which
# go one after the other once the new ones are ready. Where these are not, they go again, and the old ones serve on.
set -eu
docker compose build web
old=$(docker compose ps --quiet web)
if [ -n "$old" ]; then
  docker compose run --rm --no-deps prepare
  # shellcheck disable=SC2086  # one word each
  set -- $old
  if ! docker compose up --detach --no-deps --no-recreate --scale "web=$(($# * 2))" --wait --wait-timeout 180 web; then
    for each in $(docker compose ps --all --quiet web); do
      case " $* " in
      *" $each "*) ;;
      *)
        docker logs --tail 20 "$each" >&2 || true
        docker rm --force "$each" >&2
        ;;
      esac
    done
    echo "The new version did not get ready; its last words stand above. The old one serves on." >&2
    exit 1
  fi
  for each in "$@"; do
    docker stop -t 20 "$each"
    docker rm "$each"
  done
fi
docker compose up --detach

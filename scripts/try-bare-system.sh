#!/usr/bin/env bash
# Runs the README's two commands on a fresh Debian 12 that has git, Node 20 and npm, and neither Chromium nor PostgreSQL nor
# fonts: as root, whose home nobody else may enter, then as a user without rights, in a folder with a space and an umlaut.
#
# Needs root and the package debootstrap. Takes about 20 minutes, or fewer with DEBIAN_ROOT (deploy/debian.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
source deploy/debian.sh

work=$(mktemp --directory)
system=$work/system
user_home='/home/x y'
passed=0

finish() {
  local code=$?
  kill -KILL ${shop:-} 2>/dev/null || true
  wait
  # Mounts are seen only inside the system, and have ended with its processes.
  rm --recursive --force --one-file-system "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 143' INT TERM

# Runs a command in the system: as_user USER HOME COMMAND. When it ends, so do all processes that it has started.
as_user() {
  mapfile -t environment < <(login_environment "$2")
  exec unshare --mount --pid --fork --kill-child --mount-proc="$system/proc" sh -euc '
    mount -t tmpfs -o mode=1777 shm "$0/dev/shm"
    exec chroot "$0" "$@"' "$system" setpriv --reuid="$1" --regid="$1" --init-groups \
    env --ignore-environment "${environment[@]}" sh -euc "cd; $3"
}

# Waits until the shop names its address in its log, and responds there: wait_for_page LOG.
wait_for_page() {
  local address
  for _ in $(seq 600); do
    address=$(grep --only-matching --max-count 1 'http://127[^ "]*' "$1" || true)
    if [ -n "$address" ] && curl --silent --fail --output "$work/page" "$address/"; then return; fi
    kill -0 "$shop" 2>/dev/null || break
    sleep 0.5
  done
  tail --lines 20 "$1"
  return 1
}

# Runs both commands in a new checkout: try_as USER HOME CHECKOUT.
try_as() {
  local user=$1 home=$2 checkout=$3
  git clone --quiet . "$system$checkout"
  chroot "$system" chown --recursive "$user:$user" "$home"
  chmod 700 "$system$home"

  (as_user "$user" "$home" "cd '$checkout'; PORT=0 HOST=127.0.0.1 npm start") >"$work/start.log" 2>&1 &
  shop=$!
  wait_for_page "$work/start.log"
  kill -KILL "$shop"
  wait "$shop" 2>/dev/null || true
  passed=$((passed + 1))
  echo "ok - $user: npm start serves the page"

  if ! (as_user "$user" "$home" "cd '$checkout'; npm test") >"$work/test.log" 2>&1; then
    tail --lines 60 "$work/test.log"
    return 1
  fi
  passed=$((passed + 1))
  echo "ok - $user: npm test: $(grep --extended-regexp "^[0-9]+ passed, " "$work/test.log" | tail --lines 1)"
}

command -v debootstrap >/dev/null || { echo 'This needs debootstrap: apt-get install debootstrap.'; exit 1; }
make_debian "$system" "$work/debootstrap.log"
cp /etc/resolv.conf /etc/hosts "$system/etc/"
(as_user root /root 'apt-get update; apt-get install --yes --no-install-recommends git libatomic1') >"$work/packages.log" 2>&1
npm install --global --loglevel=error --prefix "$system/usr/local" node@20 npm@11 >>"$work/packages.log" 2>&1
chroot "$system" useradd --create-home --home-dir "$user_home" --user-group shop

try_as root /root /root/qkart
# The first run has installed Chromium.
try_as shop "$user_home" "$user_home/Büro/qkart"
echo "$passed passed, 0 failed"

#!/usr/bin/env bash
# Follows docs/deploy.md literally on a fresh Debian 12 with systemd, in a container, and uses the shop.
#
# Needs root, and the packages debootstrap, systemd-container and slirp4netns. Takes about ten minutes, or five with
# DEBIAN_ROOT (deploy/debian.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
source deploy/debian.sh

domain=shop.localhost
version=$(node -p 'require("./package.json").version')
next_version=$version-next
work=$(mktemp -d)
root=$work/root
passed=0

ok() {
  passed=$((passed + 1))
  echo "ok $passed - $*"
}

# is FOUND EXPECTED SENTENCE
is() {
  if [ "$1" != "$2" ]; then
    echo "Expected: $2"
    echo "Found: $1"
    exit 1
  fi
  ok "$3"
}

finish() {
  local code=$?
  if [ "$code" -ne 0 ]; then
    echo "FAILED after check $passed; the log of the container follows."
    if [ -n "${leader:-}" ]; then run 'journalctl --no-pager --lines 60' || true; fi
  fi
  kill -KILL ${watcher:-} ${network:-} ${leader:-} ${container:-} 2>/dev/null || true
  wait
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT

# Prints a block of commands of the page: commands SECTION NUMBER.
commands() {
  awk -v section="## $1" -v wanted="$2" '
    /^## / { inside = $0 == section; number = 0 }
    /^```/ { fenced = !fenced; if (fenced) number++; next }
    fenced && inside && number == wanted
  ' docs/deploy.md |
    sed "s/YOUR\.DOMAIN/$domain/g; s/1\.0\.0/$version/g; s/1\.1\.0/$next_version/g"
}

# Runs commands in the container as a login of root would; stops at the first that fails.
run() {
  mapfile -t environment < <(login_environment /root)
  nsenter --target "$leader" --all env --ignore-environment "${environment[@]}" bash -euo pipefail -c "cd /root; $1"
}

# Runs a program of this machine in the network of the container, whose ports are its own.
in_network() {
  nsenter --target "$leader" --net "$@"
}

# Asks the shop through Caddy: ask PATH [CURL OPTION...].
ask() {
  local path=$1
  shift
  in_network curl --silent --show-error --fail-with-body --max-time 30 --cacert "$work/caddy.crt" \
    --header 'content-type: application/json' "$@" "https://$domain$path"
}

# Prints a part of the JSON on the standard input: pick .field, or pick '[0].field'.
pick() {
  node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"
}

wait_for_shop() {
  for _ in $(seq 120); do
    if in_network curl --silent --fail --output "$work/ready" http://localhost:${port:-8080}/readyz; then return; fi
    sleep 0.5
  done
  echo 'The shop did not become ready within a minute.'
  return 1
}

# Prints the id of the order, if the shop has it.
read_order() {
  ask "/api/v1/orders/$order" --header "authorization: Bearer $token" | pick .id
}

# On your own computer. The copy to the server is no scp.
eval "$(commands Install 1 | grep --invert-match '^scp ') --pack-destination $work >$work/pack.log 2>&1"
mkdir "$work/next"
tar --extract --gzip --file "$work/qkart-$version.tgz" --directory "$work/next"
sed -i "s/\"version\": \"$version\"/\"version\": \"$next_version\"/" "$work/next/package/package.json"
tar --create --gzip --file "$work/qkart-$next_version.tgz" --directory "$work/next" package
ok "npm pack made qkart-$version.tgz of $(stat --format %s "$work/qkart-$version.tgz") bytes"

make_debian "$root" "$work/debootstrap.log"
cp "$work"/qkart-*.tgz "$root/root/"

# An installed server has these two files.
echo 'nameserver 10.0.2.3' >"$root/etc/resolv.conf"
echo '127.0.0.1 localhost' >"$root/etc/hosts"

systemd-nspawn --quiet --directory="$root" --machine=qkart-check --register=no --keep-unit \
  --console=pipe --private-network --resolv-conf=off --boot >"$work/boot.log" 2>&1 </dev/null &
container=$!
for _ in $(seq 60); do
  leader=$(pgrep --parent "$container" || true)
  if [ -n "$leader" ] && run 'systemctl is-system-running' >"$work/state" 2>&1; then break; fi
  sleep 0.5
done
slirp4netns --configure --disable-host-loopback "$leader" tap0 >"$work/network.log" 2>&1 &
network=$!
ok "Debian $(cat "$root/etc/debian_version") runs with systemd: $(cat "$work/state")"

run "$(commands Install 2)" >"$work/install.log" 2>&1 || { cat "$work/install.log"; exit 1; }
ok "the $(commands Install 2 | wc --lines) commands on the server succeeded"

wait_for_shop
cp "$root/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt" "$work/caddy.crt"
is "$(ask / | grep --only-matching '<title>' | uniq)" '<title>' 'Caddy serves the page over https'
is "$(in_network curl --silent --output "$work/body" --write-out '%{http_code} %{redirect_url}' "http://$domain/login")" \
  "308 https://$domain/login" 'Caddy redirects http to https'
is "$(run 'stat --format "%U %a" /var/lib/qkart /var/lib/qkart/shop.db /etc/qkart/qkart.env' | paste --serial --delimiters ,)" \
  'qkart 700,qkart 600,root 640' 'only the user of the shop reads database and settings'
is "$(run 'qkart --version')" "$version ($(git describe --always --dirty --abbrev=12 --exclude='*'))" \
  'the program knows its version and commit'
is "$(run 'cat /opt/qkart/build/sbom.json' | pick '.metadata.component.purl')" "pkg:npm/qkart@$version" \
  'the package lists its parts (CycloneDX)'
run 'systemd-analyze security --no-pager --threshold=20 qkart.service qkart-backup.service qkart-failed@.service' \
  >"$work/security"
ok "systemd's exposure is at most 2.0: $(grep --only-matching 'level for .*' "$work/security" | paste --serial --delimiters ,)"

run 'qkart catalogue import /opt/qkart/catalogue/demo.json
  product=$(grep --only-matching --max-count 1 "\"_id\": \"[^\"]*" /opt/qkart/catalogue/demo.json | cut --delimiter \" --fields 4)
  picture=$(find /opt/qkart/build/pages/client -name "*.webp" | head --lines 1)
  install --owner=qkart "$picture" "/var/lib/qkart/$product.webp"
  qkart pictures import "/var/lib/qkart/$product.webp"' >"$work/import.log"
ok "products and a picture are imported: $(tail --lines 1 "$work/import.log")"
account='{"username":"first-shopper","password":"a long walk home"}'
ask /api/v1/auth/register --data "$account" >"$work/reply"
token=$(ask /api/v1/auth/login --data "$account" | pick .token)
as=(--header "authorization: Bearer $token")
is "$(ask /api/v1/user/wallet "${as[@]}" | pick .balance)" 0 'a new account gets no money'
run 'qkart accounts credit first-shopper 1000 --paid --note "A bank transfer"' >"$work/credit.log"
address=$(ask /api/v1/user/addresses "${as[@]}" --data '{"address":"1 Long Road"}' | pick '[0]._id')
product=$(ask '/api/v1/products?limit=1' | pick '[0]._id')
ask /api/v1/cart "${as[@]}" --data "{\"productId\":\"$product\",\"qty\":1}" >"$work/reply"
order=$(ask /api/v1/cart/checkout "${as[@]}" --data "{\"addressId\":\"$address\"}" | pick .orderId)
is "$(read_order)" "$order" 'an order is placed'

run 'systemctl start qkart-backup'
backup=$(run 'ls /var/lib/qkart-backups')
run 'touch --date "31 days ago" /var/lib/qkart-backups/shop-old.db; systemctl start qkart-backup'
backups=$(run 'ls /var/lib/qkart-backups')
is "$(wc --lines <<<"$backups") $(grep --count old <<<"$backups")" '2 0' \
  'a backup is made, and deletes one that is 31 days old'

# A receiver of alerts in the container: it keeps the body of the first request.
run 'systemd-run --quiet --unit=receiver /opt/qkart/node_modules/node/bin/node --eval "
    require(\"http\").createServer((request, reply) => {
      request.pipe(require(\"fs\").createWriteStream(\"/root/alert\")).on(\"finish\", () => reply.end());
    }).listen(9999, \"127.0.0.1\")"
  echo ALERT_URL=http://127.0.0.1:9999/ >/etc/qkart/alert.env
  mkdir /run/systemd/system/qkart-backup.service.d
  printf "[Service]\nExecStart=\nExecStart=/bin/false\n" >/run/systemd/system/qkart-backup.service.d/fail.conf
  systemctl daemon-reload
  ! systemctl start qkart-backup 2>/dev/null
  for _ in $(seq 60); do if [ -s /root/alert ]; then break; fi; sleep 0.5; done
  rm -r /run/systemd/system/qkart-backup.service.d /etc/qkart/alert.env
  systemctl daemon-reload' >"$work/alert.log"
is "$(run 'cat /root/alert; journalctl --output cat --priority emerg --unit qkart-failed@qkart-backup')" \
  "$(printf '%s\n' "qkart-backup on $(run hostname) failed: journalctl --unit qkart-backup"{,})" \
  'a failed backup is told to a receiver and in the journal'

is "$(run "$(commands 'Before you open' 1)" 2>/dev/null || true)" \
  "The shop has no identity of its own, and issues no invoices: qkart shop import FILE sets it.
Products of the demo on sale: 60. qkart catalogue remove takes them out." \
  'the shop lacks nothing that the page has set'

# A later change, which the restored shop lacks.
ask /api/v1/user/addresses "${as[@]}" --data '{"address":"2 Short Road"}' >"$work/reply"
run "$(commands Backups 2 | sed "s/shop-[0-9-]*\.db/$backup/")" >"$work/restore.log"
wait_for_shop
is "$(read_order) $(ask /api/v1/user/addresses "${as[@]}" | pick .length)" "$order 1" \
  'a restored backup has the order, and nothing later; the audit passes'

# Asks for a page all the time, and counts what is not 200.
watch() {
  while true; do
    ask / --output "$work/page" --write-out '%{http_code}\n' || echo failed
    sleep 0.1
  done >"$work/statuses" 2>&1
}
watch &
watcher=$!
run "$(commands Upgrade 1)" >"$work/upgrade.log"
wait_for_shop
sleep 1
kill "$watcher"
wait "$watcher" 2>/dev/null || true
is "$(sort "$work/statuses" | uniq)" 200 "$(wc --lines <"$work/statuses") requests were answered during an upgrade"
is "$(run 'readlink /opt/qkart') $(read_order)" "/opt/qkart-$next_version $order" \
  'the new version has the order'

run "$(commands 'Going back' 1)"
wait_for_shop
is "$(run 'readlink /opt/qkart') $(read_order)" "/opt/qkart-$version $order" \
  'the previous version has it, too'

run 'npm install --global --loglevel=error --prefix /opt/oldest node@24
  systemd-run --quiet --uid=qkart --setenv=PORT=8081 --setenv=DATA_DIR=/tmp/oldest \
    /opt/oldest/bin/node /opt/qkart/build/cli/qkart.js start'
port=8081 wait_for_shop
ok "the package runs on Node $(run '/opt/oldest/bin/node --version')"

echo "$passed passed, 0 failed"

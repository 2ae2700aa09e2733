# Makes the root file system of a fresh Debian 12: make_debian FOLDER LOG. With DEBIAN_ROOT=FOLDER it copies one that
# debootstrap made before, which saves some minutes.
make_debian() {
  if [ -n "${DEBIAN_ROOT:-}" ]; then
    cp --archive "$DEBIAN_ROOT" "$1"
  else
    debootstrap --variant=minbase --include=dbus,systemd-sysv bookworm "$1" \
      "$(apt-get indextargets --format '$(REPO_URI)' | head --lines 1)" >"$2"
  fi
  # Where this machine reaches its registries through a proxy, the new one does, too.
  cp "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$1/etc/ca.crt"
}

# Prints the environment of a login: login_environment HOME.
login_environment() {
  printf '%s\n' "HOME=$1" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    "NPM_CONFIG_REGISTRY=$(npm config get registry)" NPM_CONFIG_CAFILE=/etc/ca.crt NODE_EXTRA_CA_CERTS=/etc/ca.crt
}

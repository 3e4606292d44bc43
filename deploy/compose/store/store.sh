#!/bin/sh
# Starts Ceph's gateway with one monitor and one disk, which is a file of the volume, and a bucket that is there
# once /tmp/ready is.
set -eu
cd /store
rm -f /tmp/ready
access=$(sed -n 's/^aws_access_key_id = //p' /keys/store-keys)
secret=$(sed -n 's/^aws_secret_access_key = //p' /keys/store-keys)

settings() {
  cat << END
[global]
fsid = $1
mon host = [v2:127.0.0.1:3300]
keyring = /store/keyring
run dir = /tmp
admin socket =
pid file = /tmp/\$name.pid
log to file = false
log to stderr = true
mon cluster log to file = false
mon data = /store/mon
osd data = /store/osd
rgw data = /store/rgw
osd objectstore = bluestore
bluestore block size = 21474836480
osd memory target = 939524096
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 0
debug rgw = 0
rgw dynamic resharding = false
rgw run sync thread = false
rgw frontends = beast port=7480 tcp_nodelay=1
END
}

prepare() {
  fsid=$(cat /proc/sys/kernel/random/uuid)
  settings "$fsid" > ceph.conf
  mkdir -p mon osd rgw
  ceph-authtool --create-keyring keyring --gen-key -n mon. --cap mon 'allow *'
  for name in client.admin client.rgw osd.0; do
    ceph-authtool keyring --gen-key -n $name --cap mon 'allow *' --cap osd 'allow *'
  done
  monmaptool --create --fsid "$fsid" --addv a '[v2:127.0.0.1:3300]' monmap
  ceph-mon -c ceph.conf -i a --mkfs --monmap monmap --keyring keyring
}

export CEPH_CONF=/store/ceph.conf
if [ ! -e prepared ]; then
  rm -rf ./*
  prepare
fi
ceph-mon -f -i a &
if [ ! -e prepared ]; then
  osd=$(cat /proc/sys/kernel/random/uuid)
  ceph osd new "$osd"
  ceph-osd -i 0 --mkfs --osd-uuid "$osd"
fi
ceph-osd -f -i 0 &
if [ ! -e prepared ]; then
  radosgw-admin user create --uid vitrine --display-name vitrine --access-key "$access" --secret "$secret" > /dev/null
fi
radosgw -f -n client.rgw &
trap 'kill $(jobs -p) 2> /dev/null; wait' TERM INT

# The hash of no bytes, which the signature is about too.
empty=$(printf '' | sha256sum | cut -d ' ' -f 1)
until curl --silent --fail --output /dev/null --aws-sigv4 aws:amz:us-east-1:s3 --user "$access:$secret" \
  --header "x-amz-content-sha256: $empty" --request PUT http://127.0.0.1:7480/designs; do
  sleep 1
done
touch prepared /tmp/ready
wait

#!/bin/sh
# Makes, once, what the parts of the trial let one another in by, and the certificate that its clients see.
set -eu
cd /keys
if [ -e made ]; then exit 0; fi
umask 022
random() { openssl rand -hex 32; }

random > secret
random > admin-token
random > database-password
printf 'database:5432:vitrine:vitrine:%s\n' "$(cat database-password)" > pgpass
printf '[default]\naws_access_key_id = vitrine\naws_secret_access_key = %s\n' "$(random)" > store-keys

subject='/CN=Vitrine, for trying out'
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "$subject" -keyout ca-key.pem -out ca.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=127.0.0.1 -keyout key.pem -out request.pem
echo subjectAltName=IP:127.0.0.1,DNS:localhost > names
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 365 -extfile names -out cert.pem
cat cert.pem key.pem > balancer.pem
rm ca-key.pem request.pem names ca.srl cert.pem key.pem

# The servers' client of PostgreSQL reads a file that its user alone reads.
chown 65532:65532 pgpass
chmod 0600 pgpass
chmod 0644 balancer.pem
touch made

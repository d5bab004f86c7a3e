#!/bin/sh
# Makes the secrets of compose.yml once: master key, passwords of the database, and a certificate by which the service knows it.
#   deploy/compose/prepare.sh pay.example.com
set -eu
host="${1:?the name under which payers reach the service, such as pay.example.com}"
case "$host" in *[!a-zA-Z0-9.-]* | "") echo "not a host name: $host" >&2; exit 2 ;; esac
cd "$(dirname "$0")"
if [ -e secrets ] || [ -e .env ]; then
  echo "secrets or .env is there already: nothing was changed" >&2
  exit 1
fi
umask 077
mkdir secrets
openssl rand -base64 32 > secrets/master-key
owner="$(openssl rand -hex 24)"
app="$(openssl rand -hex 24)"
printf '%s' "$owner" > secrets/owner-password
openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=cauris database authority" \
  -keyout secrets/authority.key -out secrets/authority.crt 2> /dev/null
openssl req -newkey rsa:3072 -nodes -subj "/CN=database" -keyout secrets/database.key -out secrets/database.csr 2> /dev/null
printf 'subjectAltName=DNS:database\n' > secrets/database.ext
openssl x509 -req -in secrets/database.csr -CA secrets/authority.crt -CAkey secrets/authority.key -CAcreateserial \
  -days 3650 -extfile secrets/database.ext -out secrets/database.crt 2> /dev/null
rm secrets/database.csr secrets/database.ext secrets/authority.key
# Read inside the containers by the service's user and by PostgreSQL's; the folder itself stays closed to others.
chmod 644 secrets/master-key secrets/authority.crt secrets/database.crt
tls="sslmode=verify-full&sslrootcert=/run/secrets/authority"
cat > .env <<END
PUBLIC_HOST=$host
CAURIS_APP_URL=postgres://cauris_app:$app@database:5432/cauris?$tls
CAURIS_OWNER_URL=postgres://cauris_owner:$owner@database:5432/cauris?$tls
END
echo "Made. Keep a copy of secrets/master-key apart from the backups of the database."

#!/bin/sh
# Creates an owner that is not a superuser, and a role for each kind of process, with the passwords of .env. The image of the
# database runs this script once, in a new volume. Run it again to change passwords. It then also creates missing roles:
#   docker compose up -d --wait timescaledb && docker compose exec timescaledb sh /docker-entrypoint-initdb.d/005_roles.sh
set -eu
psql -v ON_ERROR_STOP=1 --quiet --tuples-only \
  -v owner="${ROADBOOK_OWNER_PASSWORD:?choose one}" -v ingest="${ROADBOOK_INGEST_PASSWORD:?choose one}" \
  -v web="${ROADBOOK_WEB_PASSWORD:?choose one}" -v keycloak="${KEYCLOAK_DATABASE_PASSWORD:?choose one}" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE EXTENSION IF NOT EXISTS timescaledb;
SELECT format('CREATE ROLE %I', name)
FROM unnest(ARRAY['roadbook_api', 'roadbook_owner', 'roadbook_ingest', 'roadbook_web', 'keycloak']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE roadbook_owner LOGIN PASSWORD :'owner';
ALTER ROLE roadbook_ingest LOGIN PASSWORD :'ingest';
ALTER ROLE roadbook_web LOGIN PASSWORD :'web';
ALTER ROLE keycloak LOGIN PASSWORD :'keycloak';
GRANT roadbook_api TO roadbook_web;
GRANT roadbook_api, roadbook_web TO roadbook_owner;
ALTER DATABASE roadbook OWNER TO roadbook_owner;
SQL

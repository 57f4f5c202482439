#!/bin/sh
# Run once by the database's image, in a new volume: an owner that is no superuser, and a role for each kind of process.
set -eu
psql -v ON_ERROR_STOP=1 -v password="${ROADBOOK_PASSWORD:?choose one}" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE EXTENSION IF NOT EXISTS timescaledb;
CREATE ROLE roadbook_owner LOGIN PASSWORD :'password';
CREATE ROLE roadbook_api;
CREATE ROLE keycloak LOGIN PASSWORD :'password';
CREATE ROLE roadbook_ingest LOGIN PASSWORD :'password';
CREATE ROLE roadbook_web LOGIN PASSWORD :'password';
GRANT roadbook_api TO roadbook_web;
GRANT roadbook_api, roadbook_web TO roadbook_owner;
ALTER DATABASE roadbook OWNER TO roadbook_owner;
SQL

-- Written by identity, identity/provider, identity/routes, identity/sessions

CREATE TABLE identity.payloads (
  model text NOT NULL,
  id_hash bytea NOT NULL,
  payload jsonb NOT NULL,
  account_id text,
  grant_id text,
  uid text,
  consumed_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT payloads_pkey PRIMARY KEY (model, id_hash),
  CONSTRAINT payloads_id_hash_check CHECK ((length(id_hash) = 32))
);

CREATE INDEX payloads_account ON identity.payloads USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX payloads_expiry ON identity.payloads USING btree (expires_at);
CREATE INDEX payloads_grant ON identity.payloads USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX payloads_uid ON identity.payloads USING btree (model, uid) WHERE (uid IS NOT NULL);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.payloads TO roadbook_identity;

-- Written by api/vehicle-shares, triggers of entities, users

CREATE TABLE entity_shares (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  business_id integer NOT NULL,
  token_hash bytea NOT NULL,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  revoked_by integer,
  views integer DEFAULT 0 NOT NULL,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  token_id integer,
  CONSTRAINT entity_shares_pkey PRIMARY KEY (id),
  CONSTRAINT entity_shares_token_hash_key UNIQUE (token_hash),
  CONSTRAINT entity_shares_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT entity_shares_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT entity_shares_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT entity_shares_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT entity_shares_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE,
  CONSTRAINT entity_shares_check CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '168:00:00'::interval)))),
  CONSTRAINT entity_shares_check1 CHECK ((revoked_at >= created_at)),
  CONSTRAINT entity_shares_check2 CHECK (((views = 0) = (first_viewed_at IS NULL))),
  CONSTRAINT entity_shares_check3 CHECK (((first_viewed_at IS NOT NULL) OR (last_viewed_at IS NULL))),
  CONSTRAINT entity_shares_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  CONSTRAINT entity_shares_views_check CHECK ((views >= 0))
);

CREATE INDEX entity_shares_business ON entity_shares USING btree (business_id);
CREATE INDEX entity_shares_entity ON entity_shares USING btree (entity_id);
CREATE INDEX entity_shares_maker ON entity_shares USING btree (created_by) WHERE (revoked_at IS NULL);
CREATE INDEX entity_shares_token ON entity_shares USING btree (token_id) WHERE (token_id IS NOT NULL);

ALTER TABLE entity_shares ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON entity_shares TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON entity_shares TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT (entity_id, business_id, token_hash, created_by, expires_at, token_id), SELECT (id, entity_id, business_id, created_by, created_at, expires_at, revoked_at, revoked_by, views, first_viewed_at, last_viewed_at, token_id), UPDATE (revoked_at, revoked_by, views, first_viewed_at, last_viewed_at) ON entity_shares TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON entity_shares TO roadbook_web;

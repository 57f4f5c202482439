-- Written by api/missing, triggers of entities, users
-- INSERT: may refuse it (customers_know)
-- Deleting a row deletes its rows in customer_disclosures

CREATE TABLE missing_case_shares (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id integer NOT NULL,
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
  CONSTRAINT missing_case_shares_pkey PRIMARY KEY (id),
  CONSTRAINT missing_case_shares_token_hash_key UNIQUE (token_hash),
  CONSTRAINT missing_case_shares_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT missing_case_shares_case_id_fkey FOREIGN KEY (case_id) REFERENCES missing_cases(id) ON DELETE CASCADE,
  CONSTRAINT missing_case_shares_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT missing_case_shares_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT missing_case_shares_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE,
  CONSTRAINT missing_case_shares_check CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '168:00:00'::interval)))),
  CONSTRAINT missing_case_shares_check1 CHECK ((revoked_at >= created_at)),
  CONSTRAINT missing_case_shares_check2 CHECK (((views = 0) = (first_viewed_at IS NULL))),
  CONSTRAINT missing_case_shares_check3 CHECK (((first_viewed_at IS NOT NULL) OR (last_viewed_at IS NULL))),
  CONSTRAINT missing_case_shares_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  CONSTRAINT missing_case_shares_views_check CHECK ((views >= 0))
);

CREATE INDEX missing_case_shares_business ON missing_case_shares USING btree (business_id);
CREATE INDEX missing_case_shares_case ON missing_case_shares USING btree (case_id);
CREATE INDEX missing_case_shares_maker ON missing_case_shares USING btree (created_by) WHERE (revoked_at IS NULL);
CREATE INDEX missing_case_shares_token ON missing_case_shares USING btree (token_id) WHERE (token_id IS NOT NULL);

ALTER TABLE missing_case_shares ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON missing_case_shares TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON missing_case_shares TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM missing_cases m
  WHERE (m.id = missing_case_shares.case_id))));

GRANT INSERT (case_id, business_id, token_hash, created_by, expires_at, token_id), SELECT (id, case_id, business_id, created_by, created_at, expires_at, revoked_at, revoked_by, views, first_viewed_at, last_viewed_at, token_id), UPDATE (revoked_at, revoked_by, views, first_viewed_at, last_viewed_at) ON missing_case_shares TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON missing_case_shares TO roadbook_web;

CREATE CONSTRAINT TRIGGER customers_know AFTER INSERT ON missing_case_shares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION customers_know();

-- In functions.sql: customers_know

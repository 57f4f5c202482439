-- Written by api/disclosures

CREATE TABLE customer_disclosures (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id integer,
  share_id integer,
  installation_id integer,
  consumer_id integer NOT NULL,
  made_by integer,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  link_hash bytea,
  ended_at timestamp with time zone,
  CONSTRAINT customer_disclosures_pkey PRIMARY KEY (id),
  CONSTRAINT customer_disclosures_link_hash_key UNIQUE (link_hash),
  CONSTRAINT customer_disclosures_case_id_fkey FOREIGN KEY (case_id) REFERENCES missing_cases(id) ON DELETE CASCADE,
  CONSTRAINT customer_disclosures_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE,
  CONSTRAINT customer_disclosures_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT customer_disclosures_share_id_fkey FOREIGN KEY (share_id) REFERENCES missing_case_shares(id) ON DELETE CASCADE,
  CONSTRAINT customer_disclosures_check CHECK ((ended_at >= made_at)),
  CONSTRAINT customer_disclosures_check1 CHECK ((num_nonnulls(case_id, share_id, installation_id) = 1)),
  CONSTRAINT customer_disclosures_link_hash_check CHECK ((octet_length(link_hash) = 32))
);

CREATE INDEX customer_disclosures_case ON customer_disclosures USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX customer_disclosures_installation ON customer_disclosures USING btree (installation_id) WHERE (installation_id IS NOT NULL);
CREATE INDEX customer_disclosures_share ON customer_disclosures USING btree (share_id) WHERE (share_id IS NOT NULL);

ALTER TABLE customer_disclosures ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON customer_disclosures TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON customer_disclosures TO roadbook_api USING (((EXISTS ( SELECT 1
   FROM missing_cases m
  WHERE (m.id = customer_disclosures.case_id))) OR (EXISTS ( SELECT 1
   FROM missing_case_shares s
  WHERE (s.id = customer_disclosures.share_id))) OR (EXISTS ( SELECT 1
   FROM installations i
  WHERE (i.id = customer_disclosures.installation_id)))));

GRANT INSERT (case_id, share_id, installation_id, consumer_id, made_by, link_hash), SELECT (id, case_id, share_id, installation_id, consumer_id, made_by, made_at, link_hash, ended_at), UPDATE (ended_at) ON customer_disclosures TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON customer_disclosures TO roadbook_web;

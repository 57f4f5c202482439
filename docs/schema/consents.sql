-- Written by api/consents, tools/seed, triggers of entities

CREATE TABLE consents (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  requested_by integer,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  granted_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  key uuid DEFAULT gen_random_uuid() NOT NULL,
  channel text DEFAULT 'in-person'::text NOT NULL,
  text_version smallint DEFAULT 1 NOT NULL,
  consumer_id integer,
  link_hash bytea,
  link_expires_at timestamp with time zone,
  declined_at timestamp with time zone,
  revoked_by text,
  CONSTRAINT consents_pkey PRIMARY KEY (id),
  CONSTRAINT consents_key_key UNIQUE (key),
  CONSTRAINT consents_link_hash_key UNIQUE (link_hash),
  CONSTRAINT consents_consumer_id_fkey FOREIGN KEY (consumer_id) REFERENCES consumers(id) ON DELETE SET NULL,
  CONSTRAINT consents_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT consents_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT consents_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'in-person'::text]))),
  CONSTRAINT consents_check CHECK (((granted_at IS NULL) OR (expires_at > granted_at))),
  CONSTRAINT consents_link CHECK (((link_hash IS NULL) = (link_expires_at IS NULL))),
  CONSTRAINT consents_link_hash_check CHECK ((length(link_hash) = 32)),
  CONSTRAINT consents_one_answer CHECK (((granted_at IS NULL) OR (declined_at IS NULL))),
  CONSTRAINT consents_revoked_by CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  CONSTRAINT consents_revoked_by_check CHECK ((revoked_by = ANY (ARRAY['customer'::text, 'business'::text, 'transfer'::text]))),
  CONSTRAINT consents_text_version_check CHECK ((text_version > 0))
);

CREATE INDEX consents_entity ON consents USING btree (entity_id);

ALTER TABLE consents ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON consents TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON consents TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = consents.entity_id))));

GRANT INSERT, SELECT, UPDATE ON consents TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON consents TO roadbook_web;

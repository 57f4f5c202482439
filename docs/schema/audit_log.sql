-- Written by api/audit, api/auth, identity, tools/person, tools/seed, triggers of push_registrations

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  user_id integer,
  business_id integer,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id text,
  before jsonb,
  after jsonb,
  remote_address text,
  request_id text,
  token_id integer,
  actor text,
  search_text text GENERATED ALWAYS AS (lower(((((((((((action || ' '::text) || object_type) || ' '::text) || COALESCE(object_id, ''::text)) || ' '::text) || COALESCE(actor, ''::text)) || ' '::text) || COALESCE((before)::text, ''::text)) || ' '::text) || COALESCE((after)::text, ''::text)))) STORED,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE SET NULL,
  CONSTRAINT audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX audit_log_at ON audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_business ON audit_log USING btree (business_id, at DESC, id DESC);
CREATE INDEX audit_log_by_action ON audit_log USING btree (action, id);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor, id);
CREATE INDEX audit_log_by_object_type ON audit_log USING btree (object_type, id);
CREATE INDEX audit_log_object ON audit_log USING btree (object_type, object_id);
CREATE INDEX audit_log_user ON audit_log USING btree (user_id, action, object_type, object_id, at DESC);

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY append ON audit_log FOR INSERT TO roadbook_api WITH CHECK (true);
CREATE POLICY process_roadbook_identity ON audit_log TO roadbook_identity USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON audit_log TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope_read ON audit_log FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT ON audit_log TO roadbook_api;
GRANT INSERT ON audit_log TO roadbook_identity;
GRANT INSERT, SELECT ON audit_log TO roadbook_web;

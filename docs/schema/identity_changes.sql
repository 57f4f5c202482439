-- Written by api/identity-directory, tools/person
-- INSERT, UPDATE: notifies listeners of work (work_ring)

CREATE TABLE identity_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer,
  subject text,
  account_key uuid,
  not_before timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  email text,
  CONSTRAINT identity_changes_pkey PRIMARY KEY (id),
  CONSTRAINT identity_changes_check CHECK ((num_nonnulls(subject, account_key) = 1)),
  CONSTRAINT identity_changes_check1 CHECK (((email IS NULL) OR (account_key IS NOT NULL)))
);

CREATE INDEX identity_changes_due ON identity_changes USING btree (not_before);
CREATE UNIQUE INDEX identity_changes_email ON identity_changes USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX identity_changes_key ON identity_changes USING btree (account_key);

ALTER TABLE identity_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON identity_changes TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON identity_changes TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT ON identity_changes TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON identity_changes TO roadbook_web;

CREATE TRIGGER ring AFTER INSERT OR UPDATE OF not_before ON identity_changes FOR EACH STATEMENT EXECUTE FUNCTION work_ring();

-- In functions.sql: work_ring

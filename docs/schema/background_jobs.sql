-- Written by api/jobs

CREATE TABLE background_jobs (
  id uuid NOT NULL,
  kind text NOT NULL,
  requested_by integer,
  business_id integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT background_jobs_pkey PRIMARY KEY (id),
  CONSTRAINT background_jobs_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT background_jobs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT background_jobs_kind_check CHECK ((kind ~ '^[a-z][a-z-]*$'::text))
);

CREATE INDEX background_jobs_age ON background_jobs USING btree (created_at);
CREATE INDEX background_jobs_business ON background_jobs USING btree (business_id);
CREATE INDEX background_jobs_requested_by ON background_jobs USING btree (requested_by, created_at);

ALTER TABLE background_jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON background_jobs TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON background_jobs TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT (id, kind, requested_by, business_id), SELECT ON background_jobs TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON background_jobs TO roadbook_web;

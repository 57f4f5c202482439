-- Written by api/reports

CREATE TABLE report_files (
  request_id integer NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  size_bytes integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  business_ids integer[],
  CONSTRAINT report_files_pkey PRIMARY KEY (request_id),
  CONSTRAINT report_files_request_id_fkey FOREIGN KEY (request_id) REFERENCES report_requests(id) ON DELETE CASCADE
);

CREATE INDEX report_files_expiry ON report_files USING btree (expires_at);

ALTER TABLE report_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON report_files TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON report_files TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM report_requests r
  WHERE (r.id = report_files.request_id))));

GRANT DELETE, INSERT, SELECT ON report_files TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON report_files TO roadbook_web;

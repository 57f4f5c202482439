-- Written by api/missing

CREATE TABLE missing_case_photos (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id integer NOT NULL,
  content bytea NOT NULL,
  sha256 bytea GENERATED ALWAYS AS (sha256(content)) STORED NOT NULL,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT missing_case_photos_pkey PRIMARY KEY (id),
  CONSTRAINT missing_case_photos_case_id_sha256_key UNIQUE (case_id, sha256),
  CONSTRAINT missing_case_photos_case_id_fkey FOREIGN KEY (case_id) REFERENCES missing_cases(id) ON DELETE CASCADE,
  CONSTRAINT missing_case_photos_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 700000)))
);

ALTER TABLE missing_case_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON missing_case_photos TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON missing_case_photos TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM missing_cases m
  WHERE (m.id = missing_case_photos.case_id))));

GRANT DELETE, INSERT, SELECT ON missing_case_photos TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON missing_case_photos TO roadbook_web;

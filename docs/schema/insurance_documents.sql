-- Written by api/insurances

CREATE TABLE insurance_documents (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  insurance_id integer NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  sha256 bytea GENERATED ALWAYS AS (sha256(content)) STORED NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT insurance_documents_pkey PRIMARY KEY (id),
  CONSTRAINT insurance_documents_insurance_id_sha256_key UNIQUE (insurance_id, sha256),
  CONSTRAINT insurance_documents_insurance_id_fkey FOREIGN KEY (insurance_id) REFERENCES insurances(id) ON DELETE CASCADE,
  CONSTRAINT insurance_documents_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 700000))),
  CONSTRAINT insurance_documents_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text]))),
  CONSTRAINT insurance_documents_name_check CHECK ((name <> ''::text))
);

ALTER TABLE insurance_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON insurance_documents TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON insurance_documents TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM insurances x
  WHERE (x.id = insurance_documents.insurance_id))));

GRANT DELETE, INSERT (insurance_id, name, media_type, content), SELECT ON insurance_documents TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON insurance_documents TO roadbook_web;

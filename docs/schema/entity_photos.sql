-- Written by api/vehicle-photos

CREATE TABLE entity_photos (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  sha256 bytea GENERATED ALWAYS AS (sha256(content)) STORED NOT NULL,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT entity_photos_pkey PRIMARY KEY (id),
  CONSTRAINT entity_photos_entity_id_sha256_key UNIQUE (entity_id, sha256),
  CONSTRAINT entity_photos_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT entity_photos_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 700000))),
  CONSTRAINT entity_photos_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text])))
);

ALTER TABLE entity_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON entity_photos TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON entity_photos TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = entity_photos.entity_id))));

GRANT DELETE, INSERT (entity_id, media_type, content), SELECT ON entity_photos TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON entity_photos TO roadbook_web;

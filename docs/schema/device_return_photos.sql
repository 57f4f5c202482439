-- Written by api/returns

CREATE TABLE device_return_photos (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  return_id integer NOT NULL,
  place smallint NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  sha256 bytea GENERATED ALWAYS AS (sha256(content)) STORED NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT device_return_photos_pkey PRIMARY KEY (id),
  CONSTRAINT device_return_photos_return_id_place_key UNIQUE (return_id, place),
  CONSTRAINT device_return_photos_return_id_sha256_key UNIQUE (return_id, sha256),
  CONSTRAINT device_return_photos_return_id_fkey FOREIGN KEY (return_id) REFERENCES device_returns(id) ON DELETE CASCADE,
  CONSTRAINT device_return_photos_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 700000))),
  CONSTRAINT device_return_photos_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text]))),
  CONSTRAINT device_return_photos_place_check CHECK (((place >= 1) AND (place <= 5)))
);

ALTER TABLE device_return_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON device_return_photos TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON device_return_photos TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM device_returns r
  WHERE (r.id = device_return_photos.return_id))));

GRANT INSERT, SELECT ON device_return_photos TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_return_photos TO roadbook_web;

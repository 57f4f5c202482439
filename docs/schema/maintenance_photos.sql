-- Written by api/maintenance

CREATE TABLE maintenance_photos (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  notification_id integer NOT NULL,
  place smallint NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  sha256 bytea GENERATED ALWAYS AS (sha256(content)) STORED NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT maintenance_photos_pkey PRIMARY KEY (id),
  CONSTRAINT maintenance_photos_notification_id_place_key UNIQUE (notification_id, place),
  CONSTRAINT maintenance_photos_notification_id_sha256_key UNIQUE (notification_id, sha256),
  CONSTRAINT maintenance_photos_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES maintenance_notifications(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_photos_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 700000))),
  CONSTRAINT maintenance_photos_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text]))),
  CONSTRAINT maintenance_photos_place_check CHECK (((place >= 1) AND (place <= 5)))
);

ALTER TABLE maintenance_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON maintenance_photos TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON maintenance_photos TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM maintenance_notifications n
  WHERE (n.id = maintenance_photos.notification_id))));

GRANT INSERT, SELECT ON maintenance_photos TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_photos TO roadbook_web;

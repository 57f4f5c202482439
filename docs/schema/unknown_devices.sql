-- Written by gateway/registry

CREATE TABLE unknown_devices (
  imei text NOT NULL,
  protocol text NOT NULL,
  remote_address text NOT NULL,
  attempts bigint DEFAULT 1 NOT NULL,
  first_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT unknown_devices_pkey PRIMARY KEY (imei),
  CONSTRAINT unknown_devices_imei_check CHECK ((imei ~ '^[A-Za-z0-9._-]{1,20}$'::text))
);

ALTER TABLE unknown_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY operators ON unknown_devices TO roadbook_api USING ((current_setting('roadbook.scope'::text, true) = 'all'::text));
CREATE POLICY process_roadbook_ingest ON unknown_devices TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON unknown_devices TO roadbook_web USING (true) WITH CHECK (true);

GRANT SELECT ON unknown_devices TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON unknown_devices TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON unknown_devices TO roadbook_web;

-- Written by api/businesses, api/install, tools/seed
-- Deleting a row deletes its rows in app_notification_recipients, push_registrations

CREATE TABLE consumers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text,
  address text,
  locale text DEFAULT 'en'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT consumers_pkey PRIMARY KEY (id),
  CONSTRAINT consumers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT consumers_locale_check CHECK ((locale = ANY (ARRAY['nl'::text, 'en'::text, 'de'::text, 'fr'::text])))
);

ALTER TABLE consumers ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON consumers TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON consumers TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON consumers TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON consumers TO roadbook_web;

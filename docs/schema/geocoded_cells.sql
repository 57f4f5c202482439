-- Written by api/geocoder

CREATE TABLE geocoded_cells (
  latitude integer NOT NULL,
  longitude integer NOT NULL,
  locale text NOT NULL,
  business_id integer,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  was_seen boolean DEFAULT false NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  failures smallint DEFAULT 0 NOT NULL,
  answered_at timestamp with time zone,
  address text,
  city text,
  country text,
  CONSTRAINT geocoded_cells_one UNIQUE NULLS NOT DISTINCT (latitude, longitude, locale, business_id),
  CONSTRAINT geocoded_cells_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT geocoded_cells_address_check CHECK (((length(address) >= 1) AND (length(address) <= 400))),
  CONSTRAINT geocoded_cells_check CHECK (((answered_at IS NOT NULL) OR (COALESCE(address, city, country) IS NULL))),
  CONSTRAINT geocoded_cells_city_check CHECK (((length(city) >= 1) AND (length(city) <= 200))),
  CONSTRAINT geocoded_cells_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT geocoded_cells_failures_check CHECK ((failures >= 0)),
  CONSTRAINT geocoded_cells_latitude_check CHECK (((latitude >= '-900000'::integer) AND (latitude <= 900000))),
  CONSTRAINT geocoded_cells_locale_check CHECK ((locale = ANY (ARRAY['nl'::text, 'en'::text, 'de'::text, 'fr'::text]))),
  CONSTRAINT geocoded_cells_longitude_check CHECK (((longitude >= '-1800000'::integer) AND (longitude <= 1800000)))
);

CREATE INDEX geocoded_cells_age ON geocoded_cells USING btree (answered_at);
CREATE INDEX geocoded_cells_business ON geocoded_cells USING btree (business_id, answered_at);
CREATE INDEX geocoded_cells_due ON geocoded_cells USING btree (due_at) WHERE (answered_at IS NULL);

ALTER TABLE geocoded_cells ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON geocoded_cells TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON geocoded_cells TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT (latitude, longitude, locale, business_id, was_seen), SELECT, UPDATE (asked_at, was_seen) ON geocoded_cells TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON geocoded_cells TO roadbook_web;

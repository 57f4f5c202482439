-- Written by api/day-sums (through keep_summary_zones), tools/business (also through keep_summary_zones)
-- Deleting a row deletes its rows in trip_days

CREATE TABLE summary_zones (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  CONSTRAINT summary_zones_pkey PRIMARY KEY (id),
  CONSTRAINT summary_zones_name_key UNIQUE (name)
);

GRANT SELECT ON summary_zones TO roadbook_api;
GRANT SELECT ON summary_zones TO roadbook_web;

-- Written by api/entities (through entity_set_odometer), triggers of device_states, entities, installations, maintenance_notifications, odometer_readings, trips

CREATE TABLE odometers (
  entity_id integer NOT NULL,
  start_m bigint DEFAULT 0 NOT NULL,
  since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  ridden_m bigint DEFAULT 0 NOT NULL,
  lead_m bigint DEFAULT 0 NOT NULL,
  lead_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  offset_m bigint,
  is_known boolean DEFAULT false NOT NULL,
  odometer_m bigint GENERATED ALWAYS AS (GREATEST(((start_m + ridden_m) + lead_m), (0)::bigint)) STORED NOT NULL,
  kept_m bigint DEFAULT 0 NOT NULL,
  CONSTRAINT odometers_pkey PRIMARY KEY (entity_id),
  CONSTRAINT odometers_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT odometers_lead_m_check CHECK ((lead_m >= 0)),
  CONSTRAINT odometers_start_m_check CHECK ((start_m >= 0))
) WITH (fillfactor=70);

GRANT DELETE, INSERT, SELECT, UPDATE ON odometers TO roadbook_web;

-- Written by api/returns, triggers of devices
-- Deleting a row deletes its rows in device_return_photos

CREATE TABLE device_returns (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  number text GENERATED ALWAYS AS (rma_number(id, created_at)) STORED NOT NULL,
  device_id integer NOT NULL,
  imei text NOT NULL,
  entity_id integer,
  business_id integer NOT NULL,
  reason text NOT NULL,
  note text,
  replacement_wanted boolean NOT NULL,
  ship_name text NOT NULL,
  ship_address text NOT NULL,
  ship_postcode text NOT NULL,
  ship_city text NOT NULL,
  ship_country text NOT NULL,
  created_by integer,
  state text DEFAULT 'open'::text NOT NULL,
  ended_at timestamp with time zone,
  ended_by integer,
  CONSTRAINT device_returns_pkey PRIMARY KEY (id),
  CONSTRAINT device_returns_number_key UNIQUE (number),
  CONSTRAINT device_returns_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT device_returns_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_returns_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT device_returns_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_returns_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE SET NULL,
  CONSTRAINT device_returns_check CHECK (((reason <> 'other'::text) OR (note IS NOT NULL))),
  CONSTRAINT device_returns_check1 CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT device_returns_imei_check CHECK ((imei ~ '^[0-9]{15}$'::text)),
  CONSTRAINT device_returns_note_check CHECK (((length(note) >= 1) AND (length(note) <= 400))),
  CONSTRAINT device_returns_reason_check CHECK ((reason = ANY (ARRAY['defective'::text, 'wrong-order'::text, 'end-of-contract'::text, 'other'::text]))),
  CONSTRAINT device_returns_ship_address_check CHECK (((length(ship_address) >= 1) AND (length(ship_address) <= 200))),
  CONSTRAINT device_returns_ship_city_check CHECK (((length(ship_city) >= 1) AND (length(ship_city) <= 100))),
  CONSTRAINT device_returns_ship_country_check CHECK ((ship_country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT device_returns_ship_name_check CHECK (((length(ship_name) >= 1) AND (length(ship_name) <= 100))),
  CONSTRAINT device_returns_ship_postcode_check CHECK (((length(ship_postcode) >= 1) AND (length(ship_postcode) <= 20))),
  CONSTRAINT device_returns_state_check CHECK ((state = ANY (ARRAY['open'::text, 'cancelled'::text, 'closed'::text])))
);

CREATE INDEX device_returns_author ON device_returns USING btree (created_by, created_at DESC);
CREATE INDEX device_returns_business ON device_returns USING btree (business_id, created_at DESC);
CREATE INDEX device_returns_device ON device_returns USING btree (device_id, created_at DESC);
CREATE INDEX device_returns_entity ON device_returns USING btree (entity_id);
CREATE UNIQUE INDEX device_returns_open ON device_returns USING btree (device_id) WHERE (state = 'open'::text);

ALTER TABLE device_returns ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON device_returns TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON device_returns TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids)))) WITH CHECK (((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))) AND (EXISTS ( SELECT 1
   FROM devices d
  WHERE (d.id = device_returns.device_id)))));

GRANT INSERT, SELECT, UPDATE (state, ended_at, ended_by) ON device_returns TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_returns TO roadbook_web;

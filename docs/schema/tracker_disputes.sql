-- Written by api/devices, consumer

CREATE TABLE tracker_disputes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  business_id integer NOT NULL,
  entity_id integer,
  network text NOT NULL,
  protocol text NOT NULL,
  began_at timestamp with time zone NOT NULL,
  noticed_at timestamp with time zone NOT NULL,
  was_believed boolean NOT NULL,
  ended_at timestamp with time zone,
  notified_at timestamp with time zone,
  CONSTRAINT tracker_disputes_pkey PRIMARY KEY (id),
  CONSTRAINT tracker_disputes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT tracker_disputes_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT tracker_disputes_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE SET NULL
);

CREATE INDEX tracker_disputes_business ON tracker_disputes USING btree (business_id);
CREATE INDEX tracker_disputes_entity ON tracker_disputes USING btree (entity_id);
CREATE UNIQUE INDEX tracker_disputes_open ON tracker_disputes USING btree (device_id, network) WHERE (ended_at IS NULL);
CREATE INDEX tracker_disputes_unnotified ON tracker_disputes USING btree (id) WHERE (notified_at IS NULL);

ALTER TABLE tracker_disputes ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON tracker_disputes TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON tracker_disputes TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON tracker_disputes TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT SELECT, UPDATE (ended_at, notified_at) ON tracker_disputes TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON tracker_disputes TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON tracker_disputes TO roadbook_web;

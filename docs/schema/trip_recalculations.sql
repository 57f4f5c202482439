-- Written by api/trips, consumer
-- INSERT, UPDATE: notifies listeners of work (work_ring)

CREATE TABLE trip_recalculations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  business_id integer NOT NULL,
  installation_ids integer[] NOT NULL,
  requested_by integer,
  from_at timestamp with time zone NOT NULL,
  till_at timestamp with time zone NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  done_till timestamp with time zone,
  added integer DEFAULT 0 NOT NULL,
  changed integer DEFAULT 0 NOT NULL,
  removed integer DEFAULT 0 NOT NULL,
  takings smallint DEFAULT 0 NOT NULL,
  stepped_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT trip_recalculations_pkey PRIMARY KEY (id),
  CONSTRAINT trip_recalculations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT trip_recalculations_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT trip_recalculations_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT trip_recalculations_check CHECK ((till_at >= from_at)),
  CONSTRAINT trip_recalculations_check1 CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['queued'::text, 'running'::text])))),
  CONSTRAINT trip_recalculations_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

CREATE INDEX trip_recalculations_author ON trip_recalculations USING btree (requested_by);
CREATE INDEX trip_recalculations_business ON trip_recalculations USING btree (business_id);
CREATE INDEX trip_recalculations_entity ON trip_recalculations USING btree (entity_id, id);
CREATE UNIQUE INDEX trip_recalculations_open ON trip_recalculations USING btree (entity_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

ALTER TABLE trip_recalculations ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON trip_recalculations TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON trip_recalculations TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON trip_recalculations TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT ON trip_recalculations TO roadbook_api;
GRANT SELECT, UPDATE ON trip_recalculations TO roadbook_ingest;
GRANT INSERT, SELECT ON trip_recalculations TO roadbook_web;

CREATE TRIGGER ring AFTER INSERT OR UPDATE OF stepped_at ON trip_recalculations FOR EACH ROW WHEN (new.stepped_at IS NULL) EXECUTE FUNCTION work_ring();

-- In functions.sql: work_ring

-- Written by api/geofences, tools/seed
-- UPDATE: writes alert_news, alerts (geofences_end_alerts)
-- UPDATE: may change the row, or leave it out (geofences_revise)
-- INSERT, UPDATE, DELETE: writes alert_rulebook (alert_rulebook_turn)
-- Deleting a row deletes its rows in alert_rule_geofences

CREATE TABLE geofences (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  name text NOT NULL,
  description text,
  kind text NOT NULL,
  shape jsonb NOT NULL,
  reach_m double precision,
  south double precision NOT NULL,
  north double precision NOT NULL,
  west double precision NOT NULL,
  east double precision NOT NULL,
  limit_kph integer,
  revision integer DEFAULT 1 NOT NULL,
  effective_from timestamp with time zone DEFAULT now() NOT NULL,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT geofences_pkey PRIMARY KEY (id),
  CONSTRAINT geofences_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT geofences_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT geofences_check CHECK ((south <= north)),
  CONSTRAINT geofences_check1 CHECK (((kind = 'polygon'::text) = (reach_m IS NULL))),
  CONSTRAINT geofences_description_check CHECK ((length(description) <= 250)),
  CONSTRAINT geofences_east_check CHECK (((east >= ('-180'::integer)::double precision) AND (east <= (180)::double precision))),
  CONSTRAINT geofences_kind_check CHECK ((kind = ANY (ARRAY['circle'::text, 'polygon'::text, 'corridor'::text]))),
  CONSTRAINT geofences_limit_kph_check CHECK (((limit_kph >= 1) AND (limit_kph <= 250))),
  CONSTRAINT geofences_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 100))),
  CONSTRAINT geofences_north_check CHECK (((north >= ('-90'::integer)::double precision) AND (north <= (90)::double precision))),
  CONSTRAINT geofences_reach_m_check CHECK (((reach_m >= (5)::double precision) AND (reach_m <= (500000)::double precision))),
  CONSTRAINT geofences_shape_check CHECK (((jsonb_typeof((shape -> 'coordinates'::text)) = 'array'::text) AND (octet_length((shape)::text) <= 200000))),
  CONSTRAINT geofences_shape_of_kind CHECK (
CASE kind
    WHEN 'circle'::text THEN ((shape ->> 'type'::text) = 'Point'::text)
    WHEN 'polygon'::text THEN ((shape ->> 'type'::text) = ANY (ARRAY['Polygon'::text, 'MultiPolygon'::text]))
    ELSE ((shape ->> 'type'::text) = 'LineString'::text)
END),
  CONSTRAINT geofences_south_check CHECK (((south >= ('-90'::integer)::double precision) AND (south <= (90)::double precision))),
  CONSTRAINT geofences_west_check CHECK (((west >= ('-180'::integer)::double precision) AND (west <= (180)::double precision)))
);

CREATE INDEX geofences_across ON geofences USING btree (west) WHERE ((west > east) AND (deleted_at IS NULL));
CREATE INDEX geofences_box ON geofences USING gist (box(point(west, south), point(east, north))) WHERE (deleted_at IS NULL);
CREATE INDEX geofences_business ON geofences USING btree (business_id);

ALTER TABLE geofences ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON geofences TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON geofences TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON geofences TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON geofences TO roadbook_api;
GRANT SELECT ON geofences TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON geofences TO roadbook_web;

CREATE TRIGGER geofences_end_alerts AFTER UPDATE ON geofences FOR EACH ROW WHEN (new.revision > old.revision) EXECUTE FUNCTION geofences_end_alerts();
CREATE TRIGGER geofences_revise BEFORE UPDATE ON geofences FOR EACH ROW EXECUTE FUNCTION geofences_revise();
CREATE TRIGGER geofences_turn AFTER INSERT OR DELETE OR UPDATE ON geofences FOR EACH STATEMENT EXECUTE FUNCTION alert_rulebook_turn();

-- In functions.sql: alert_rulebook_turn

CREATE OR REPLACE FUNCTION geofences_end_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  WITH ended AS (
    UPDATE alerts SET ended_at = greatest(began_at, NEW.effective_from), updated_at = now()
    WHERE geofence_id = NEW.id AND ended_at IS NULL AND withdrawn_at IS NULL RETURNING id
  )
  INSERT INTO alert_news (alert_id, change) SELECT id, 'ended' FROM ended;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION geofences_revise()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (NEW.business_id, NEW.kind, NEW.shape, NEW.reach_m, NEW.limit_kph, NEW.deleted_at) IS DISTINCT FROM (OLD.business_id, OLD.kind, OLD.shape, OLD.reach_m, OLD.limit_kph, OLD.deleted_at) THEN
    NEW.revision := OLD.revision + 1;
    NEW.effective_from := now();
  END IF;
  RETURN NEW;
END $function$;

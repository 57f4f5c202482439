-- Written by api/alerts, tools/seed, triggers of alert_rule_geofences, alert_rule_tags
-- UPDATE: writes alert_news, alerts (alert_rules_end_alerts)
-- INSERT, UPDATE: writes alert_marks (alert_rules_mark_silent)
-- UPDATE: may change the row, or leave it out (alert_rules_revise)
-- INSERT, UPDATE, DELETE: writes alert_rulebook (alert_rulebook_turn)
-- Deleting a row deletes its rows in alert_rule_geofences, alert_rule_tags, alert_rule_users

CREATE TABLE alert_rules (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  threshold integer,
  lasting_s integer DEFAULT 0 NOT NULL,
  hours jsonb,
  time_zone text NOT NULL,
  tell_bell boolean DEFAULT true NOT NULL,
  tell_mail text DEFAULT 'never'::text NOT NULL,
  quiet_from time without time zone,
  quiet_till time without time zone,
  cool_down_min integer DEFAULT 0 NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  effective_from timestamp with time zone DEFAULT now() NOT NULL,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT alert_rules_pkey PRIMARY KEY (id),
  CONSTRAINT alert_rules_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT alert_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT alert_rules_check CHECK (
CASE kind
    WHEN 'speeding'::text THEN ((threshold IS NULL) OR ((threshold >= 5) AND (threshold <= 250)))
    WHEN 'lowBattery'::text THEN ((threshold IS NOT NULL) AND ((threshold >= 1) AND (threshold <= 99)))
    WHEN 'silent'::text THEN ((threshold IS NOT NULL) AND ((threshold >= 15) AND (threshold <= 43200)))
    ELSE (threshold IS NULL)
END),
  CONSTRAINT alert_rules_check1 CHECK (((kind <> 'outsideHours'::text) OR (hours IS NOT NULL))),
  CONSTRAINT alert_rules_check2 CHECK (((quiet_from IS NULL) = (quiet_till IS NULL))),
  CONSTRAINT alert_rules_check3 CHECK ((quiet_from <> quiet_till)),
  CONSTRAINT alert_rules_check4 CHECK (((deleted_at IS NULL) OR (NOT active))),
  CONSTRAINT alert_rules_cool_down_min_check CHECK (((cool_down_min >= 0) AND (cool_down_min <= 10080))),
  CONSTRAINT alert_rules_hours_check CHECK (((jsonb_typeof(hours) = 'array'::text) AND ((jsonb_array_length(hours) >= 1) AND (jsonb_array_length(hours) <= 50)))),
  CONSTRAINT alert_rules_kind_check CHECK ((kind = ANY (ARRAY['entry'::text, 'exit'::text, 'speeding'::text, 'lowBattery'::text, 'powerCut'::text, 'silent'::text, 'tamper'::text, 'outsideHours'::text, 'dispute'::text]))),
  CONSTRAINT alert_rules_lasting_s_check CHECK (((lasting_s >= 0) AND (lasting_s <= 86400))),
  CONSTRAINT alert_rules_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 100))),
  CONSTRAINT alert_rules_tell_mail_check CHECK ((tell_mail = ANY (ARRAY['never'::text, 'each'::text, 'daily'::text])))
);

CREATE INDEX alert_rules_business ON alert_rules USING btree (business_id);

ALTER TABLE alert_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON alert_rules TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON alert_rules TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON alert_rules TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON alert_rules TO roadbook_api;
GRANT SELECT ON alert_rules TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_rules TO roadbook_web;

CREATE TRIGGER alert_rules_end_alerts AFTER UPDATE ON alert_rules FOR EACH ROW WHEN (new.revision > old.revision) EXECUTE FUNCTION alert_rules_end_alerts();
CREATE TRIGGER alert_rules_mark_silent AFTER INSERT OR UPDATE OF revision ON alert_rules FOR EACH ROW WHEN (new.kind = 'silent'::text AND new.active) EXECUTE FUNCTION alert_rules_mark_silent();
CREATE TRIGGER alert_rules_revise BEFORE UPDATE ON alert_rules FOR EACH ROW EXECUTE FUNCTION alert_rules_revise();
CREATE TRIGGER alert_rules_turn AFTER INSERT OR DELETE OR UPDATE ON alert_rules FOR EACH STATEMENT EXECUTE FUNCTION alert_rulebook_turn();

-- In functions.sql: alert_rulebook_turn

CREATE OR REPLACE FUNCTION alert_rules_end_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  WITH ended AS (
    UPDATE alerts SET ended_at = greatest(began_at, NEW.effective_from), updated_at = now()
    WHERE rule_id = NEW.id AND rule_revision < NEW.revision AND ended_at IS NULL AND withdrawn_at IS NULL RETURNING id
  )
  INSERT INTO alert_news (alert_id, change) SELECT id, 'ended' FROM ended;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION alert_rules_mark_silent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO alert_marks (device_id, from_at)
  SELECT i.device_id, NEW.effective_from FROM installations i JOIN entities e ON e.id = i.entity_id JOIN businesses b ON b.id = e.business_id
  WHERE i.removed_at IS NULL AND NEW.business_id = ANY (b.path);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION alert_rules_revise()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (NEW.business_id, NEW.kind, NEW.active, NEW.threshold, NEW.lasting_s, NEW.hours, NEW.time_zone, NEW.deleted_at) IS DISTINCT FROM (OLD.business_id, OLD.kind, OLD.active, OLD.threshold, OLD.lasting_s, OLD.hours, OLD.time_zone, OLD.deleted_at) THEN
    NEW.revision := OLD.revision + 1;
    NEW.effective_from := now();
  END IF;
  RETURN NEW;
END $function$;

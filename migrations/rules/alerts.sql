-- Alert rules and geofences: their revisions, and marks that make the consumer evaluate alerts again.

CREATE OR REPLACE FUNCTION alert_rules_revise() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (NEW.business_id, NEW.kind, NEW.active, NEW.threshold, NEW.lasting_s, NEW.hours, NEW.time_zone, NEW.deleted_at) IS DISTINCT FROM (OLD.business_id, OLD.kind, OLD.active, OLD.threshold, OLD.lasting_s, OLD.hours, OLD.time_zone, OLD.deleted_at) THEN
    NEW.revision := OLD.revision + 1;
    NEW.effective_from := now();
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION geofences_revise() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (NEW.business_id, NEW.kind, NEW.shape, NEW.reach_m, NEW.limit_kph, NEW.deleted_at) IS DISTINCT FROM (OLD.business_id, OLD.kind, OLD.shape, OLD.reach_m, OLD.limit_kph, OLD.deleted_at) THEN
    NEW.revision := OLD.revision + 1;
    NEW.effective_from := now();
  END IF;
  RETURN NEW;
END $$;

-- Starts a new revision of a rule when its geofences or vehicles change, because the rule then means something else.
CREATE OR REPLACE FUNCTION alert_rules_widen() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE alert_rules SET revision = revision + 1, effective_from = now() WHERE id = coalesce(NEW.rule_id, OLD.rule_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION alert_rulebook_turn() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE alert_rulebook SET stamp = stamp + 1;
  RETURN NULL;
END $$;

-- Marks the silent vehicles of a rule. They send nothing that would cause an evaluation.
CREATE OR REPLACE FUNCTION alert_rules_mark_silent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO alert_marks (device_id, from_at)
  SELECT i.device_id, NEW.effective_from FROM installations i JOIN entities e ON e.id = i.entity_id JOIN businesses b ON b.id = e.business_id
  WHERE i.removed_at IS NULL AND NEW.business_id = ANY (b.path);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION alert_rules_end_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH ended AS (
    UPDATE alerts SET ended_at = greatest(began_at, NEW.effective_from), updated_at = now()
    WHERE rule_id = NEW.id AND rule_revision < NEW.revision AND ended_at IS NULL AND withdrawn_at IS NULL RETURNING id
  )
  INSERT INTO alert_news (alert_id, change) SELECT id, 'ended' FROM ended;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION geofences_end_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH ended AS (
    UPDATE alerts SET ended_at = greatest(began_at, NEW.effective_from), updated_at = now()
    WHERE geofence_id = NEW.id AND ended_at IS NULL AND withdrawn_at IS NULL RETURNING id
  )
  INSERT INTO alert_news (alert_id, change) SELECT id, 'ended' FROM ended;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION entities_tell_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO alert_stay_changes (device_id) SELECT DISTINCT i.device_id FROM (SELECT NEW.id) entity JOIN installations i ON i.entity_id = entity.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION entity_tags_tell_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO alert_stay_changes (device_id) SELECT DISTINCT i.device_id FROM (SELECT DISTINCT entity_id AS id FROM worn) entity JOIN installations i ON i.entity_id = entity.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION installations_tell_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO alert_stay_changes (device_id) SELECT OLD.device_id WHERE OLD.device_id IS NOT NULL UNION SELECT NEW.device_id WHERE NEW.device_id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION installations_mark_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- of a removal that is taken back, or was at another time, too
  gone timestamptz := least(OLD.removed_at, NEW.removed_at);
BEGIN
  INSERT INTO alert_marks (device_id, from_at) SELECT NEW.device_id, gone - interval '1 millisecond'
  WHERE EXISTS (SELECT FROM alert_rules r WHERE r.active AND r.deleted_at IS NULL);
  RETURN NULL;
END $$;

-- Returns the geofences that rules of a business in scope can use: its own, and those of businesses above and below it.
CREATE OR REPLACE FUNCTION geofences_of_rules(owner int) RETURNS SETOF geofences LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
  SELECT g.* FROM businesses o JOIN businesses b ON b.id = ANY (o.path) OR o.id = ANY (b.path)
  JOIN geofences g ON g.business_id = b.id AND g.deleted_at IS NULL
  WHERE o.id = owner AND in_scope(owner)
$$;
REVOKE ALL ON FUNCTION geofences_of_rules(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION geofences_of_rules(integer) TO roadbook_api;

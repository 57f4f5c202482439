import { Migration } from './migration.js'

/**
 * Lets the process that stores readings also evaluate alert rules for them, and keep a vehicle's state in memory (decision
 * 71). The work for readings that are stored together is one row. If something else changes an installation, the process is
 * notified.
 */
export class AlertKeepers1763700000140 extends Migration {
  readonly steps = [batches, changes, triggers]
}

const batches = `
-- What was stored of devices in one transaction: news, as a mark is, that its keeper has at hand and looks at first. Of one that is no more
-- somebody else does after a while.
CREATE TABLE alert_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  keeper int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  device_ids int[] NOT NULL,
  -- from when on, in milliseconds since 1970 UTC, one for one
  from_ms float8[] NOT NULL CHECK (cardinality(from_ms) = cardinality(device_ids)),
  devices int GENERATED ALWAYS AS (cardinality(device_ids)) STORED
);
ALTER TABLE alert_states ADD COLUMN nth bigint GENERATED ALWAYS AS IDENTITY;
`

const changes = `
-- What is remembered of the stay of a device is old: something of it is another, or another keeper has looked at it. Read by the
-- transactions that are not in what one saw before, so that none is missed, in whatever order they end.
CREATE TABLE alert_stay_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  device_id int NOT NULL,
  -- who looked; of what is no look, none
  keeper int
);
CREATE INDEX alert_stay_changes_xid ON alert_stay_changes (xid);
CREATE INDEX alert_stay_changes_at ON alert_stay_changes (at);
`

const func = (name: string, body: string) => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO alert_stay_changes (device_id) ${body};
  RETURN NULL;
END $$;`

const devicesOf = (entities: string) =>
  `SELECT DISTINCT i.device_id FROM ${entities} JOIN installations i ON i.entity_id = entity.id`

const triggers = `
${func('installations_tell_alerts', 'SELECT OLD.device_id WHERE OLD.device_id IS NOT NULL UNION SELECT NEW.device_id WHERE NEW.device_id IS NOT NULL')}
${func('entities_tell_alerts', devicesOf('(SELECT NEW.id) entity'))}
${func('entity_tags_tell_alerts', devicesOf('(SELECT DISTINCT entity_id AS id FROM worn) entity'))}

CREATE TRIGGER installations_tell_alerts
  AFTER INSERT OR DELETE OR UPDATE OF device_id, entity_id, installed_at, removed_at, moved_at, followed_consumer_id ON installations
  FOR EACH ROW EXECUTE FUNCTION installations_tell_alerts();
CREATE TRIGGER entities_tell_alerts AFTER UPDATE OF business_id, deleted_at ON entities
  FOR EACH ROW WHEN (NEW.business_id <> OLD.business_id OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
  EXECUTE FUNCTION entities_tell_alerts();
CREATE TRIGGER entity_tags_tell_alerts_worn AFTER INSERT ON entity_tags REFERENCING NEW TABLE AS worn
  FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_tell_alerts();
CREATE TRIGGER entity_tags_tell_alerts_off AFTER DELETE ON entity_tags REFERENCING OLD TABLE AS worn
  FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_tell_alerts();
`

import { Migration } from './migration.js'

/** Notifies webhooks of changes of alerts, in the transaction that finds these changes (decisions 62 and 63). */
export class AlertsToldToWebhooks1763700000117 extends Migration {
  readonly steps = [tell]
}

const tell = `
CREATE FUNCTION alert_news_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- one that stands again after it was withdrawn is raised once more
  told text := 'alert.' || CASE NEW.change WHEN 'restored' THEN 'raised' ELSE NEW.change END;
BEGIN
  PERFORM webhook_tell(a.business_id, a.entity_id, told, coalesce(a.ended_at, a.began_at), told || ':' || a.id || ':' || NEW.id,
    jsonb_build_object('alert_id', a.id, 'alert', a.kind, 'rule', jsonb_build_object('id', r.id, 'name', r.name),
      'geofence', CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END,
      'vehicle', webhook_vehicle(a.entity_id), 'began_at', a.began_at, 'ended_at', a.ended_at,
      'place', CASE WHEN a.latitude IS NOT NULL THEN jsonb_build_object('latitude', a.latitude, 'longitude', a.longitude) END,
      'value', a.value, 'late', a.late))
  FROM alerts a JOIN alert_rules r ON r.id = a.rule_id LEFT JOIN geofences g ON g.id = a.geofence_id WHERE a.id = NEW.alert_id;
  RETURN NULL;
END $$;
CREATE TRIGGER alert_news_tell_webhooks AFTER INSERT ON alert_news FOR EACH ROW EXECUTE FUNCTION alert_news_tell_webhooks();
`

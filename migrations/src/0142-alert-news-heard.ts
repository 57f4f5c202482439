import { Migration } from './migration.js'

/**
 * Builds webhook events for alerts only if a webhook subscribes to them. Without such a webhook, only one query is made for
 * a batch of changed alerts.
 */
export class AlertNewsHeard1763700000142 extends Migration {
  readonly steps = [tell]
}

const tell = `
DROP TRIGGER alert_news_tell_webhooks ON alert_news;
CREATE OR REPLACE FUNCTION alert_news_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && ARRAY['alert.raised', 'alert.ended', 'alert.withdrawn']) THEN
    RETURN NULL;
  END IF;
  PERFORM webhook_tell(a.business_id, a.entity_id, n.told, coalesce(a.ended_at, a.began_at), n.told || ':' || a.id || ':' || n.id,
    jsonb_build_object('alert_id', a.id, 'alert', a.kind, 'rule', jsonb_build_object('id', r.id, 'name', r.name),
      'geofence', CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END,
      'vehicle', webhook_vehicle(a.entity_id), 'began_at', a.began_at, 'ended_at', a.ended_at,
      'place', CASE WHEN a.latitude IS NOT NULL THEN jsonb_build_object('latitude', a.latitude, 'longitude', a.longitude) END,
      'value', a.value, 'late', a.late))
  -- one that stands again after it was withdrawn is raised once more
  FROM (SELECT id, alert_id, 'alert.' || CASE change WHEN 'restored' THEN 'raised' ELSE change END AS told FROM news) n
  JOIN alerts a ON a.id = n.alert_id JOIN alert_rules r ON r.id = a.rule_id LEFT JOIN geofences g ON g.id = a.geofence_id
  WHERE EXISTS (SELECT FROM businesses b JOIN webhooks w ON w.business_id = ANY (b.path)
    WHERE b.id = a.business_id AND w.active AND n.told = ANY (w.kinds))
  ORDER BY n.id;
  RETURN NULL;
END $$;
CREATE TRIGGER alert_news_tell_webhooks AFTER INSERT ON alert_news REFERENCING NEW TABLE AS news
  FOR EACH STATEMENT EXECUTE FUNCTION alert_news_tell_webhooks();
`

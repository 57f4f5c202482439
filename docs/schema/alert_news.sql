-- Written by api/alerts, consumer, consumer/alerts, tools/seed, triggers of alert_rules, geofences
-- INSERT: writes webhook_deliveries, webhook_events (alert_news_tell_webhooks)
-- INSERT: notifies listeners of work (work_ring)

CREATE TABLE alert_news (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  alert_id uuid NOT NULL,
  change text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alert_news_pkey PRIMARY KEY (id),
  CONSTRAINT alert_news_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  CONSTRAINT alert_news_change_check CHECK ((change = ANY (ARRAY['raised'::text, 'ended'::text, 'withdrawn'::text, 'restored'::text])))
);

CREATE INDEX alert_news_alert ON alert_news USING btree (alert_id);

ALTER TABLE alert_news ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON alert_news TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON alert_news TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON alert_news TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM alerts a
  WHERE (a.id = alert_news.alert_id))));

GRANT DELETE, SELECT ON alert_news TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_news TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_news TO roadbook_web;

CREATE TRIGGER alert_news_tell_webhooks AFTER INSERT ON alert_news REFERENCING NEW TABLE AS news FOR EACH STATEMENT EXECUTE FUNCTION alert_news_tell_webhooks();
CREATE TRIGGER ring AFTER INSERT ON alert_news FOR EACH STATEMENT EXECUTE FUNCTION work_ring();

-- In functions.sql: webhook_tell, webhook_vehicle, work_ring

CREATE OR REPLACE FUNCTION alert_news_tell_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;

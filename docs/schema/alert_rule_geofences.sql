-- Written by api/alerts, tools/seed
-- INSERT, UPDATE, DELETE: writes alert_rulebook (alert_rulebook_turn)
-- INSERT, DELETE: writes alert_rules (alert_rules_widen)

CREATE TABLE alert_rule_geofences (
  rule_id integer NOT NULL,
  geofence_id integer NOT NULL,
  CONSTRAINT alert_rule_geofences_pkey PRIMARY KEY (rule_id, geofence_id),
  CONSTRAINT alert_rule_geofences_geofence_id_fkey FOREIGN KEY (geofence_id) REFERENCES geofences(id) ON DELETE CASCADE,
  CONSTRAINT alert_rule_geofences_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE
);

CREATE INDEX alert_rule_geofences_geofence ON alert_rule_geofences USING btree (geofence_id);

ALTER TABLE alert_rule_geofences ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON alert_rule_geofences TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON alert_rule_geofences TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON alert_rule_geofences TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM alert_rules r
  WHERE (r.id = alert_rule_geofences.rule_id))));

GRANT DELETE, INSERT, SELECT ON alert_rule_geofences TO roadbook_api;
GRANT SELECT ON alert_rule_geofences TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_rule_geofences TO roadbook_web;

CREATE TRIGGER alert_rule_geofences_turn AFTER INSERT OR DELETE OR UPDATE ON alert_rule_geofences FOR EACH STATEMENT EXECUTE FUNCTION alert_rulebook_turn();
CREATE TRIGGER alert_rule_geofences_widen AFTER INSERT OR DELETE ON alert_rule_geofences FOR EACH ROW EXECUTE FUNCTION alert_rules_widen();

-- In functions.sql: alert_rulebook_turn, alert_rules_widen

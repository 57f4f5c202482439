-- Written by api/alerts, tools/seed
-- INSERT, UPDATE, DELETE: writes alert_rulebook (alert_rulebook_turn)
-- INSERT, DELETE: writes alert_rules (alert_rules_widen)

CREATE TABLE alert_rule_tags (
  rule_id integer NOT NULL,
  tag_id integer NOT NULL,
  CONSTRAINT alert_rule_tags_pkey PRIMARY KEY (rule_id, tag_id),
  CONSTRAINT alert_rule_tags_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE,
  CONSTRAINT alert_rule_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE
);

CREATE INDEX alert_rule_tags_tag ON alert_rule_tags USING btree (tag_id);

ALTER TABLE alert_rule_tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON alert_rule_tags TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON alert_rule_tags TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON alert_rule_tags TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM alert_rules r
  WHERE (r.id = alert_rule_tags.rule_id))));

GRANT DELETE, INSERT, SELECT ON alert_rule_tags TO roadbook_api;
GRANT SELECT ON alert_rule_tags TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_rule_tags TO roadbook_web;

CREATE TRIGGER alert_rule_tags_turn AFTER INSERT OR DELETE OR UPDATE ON alert_rule_tags FOR EACH STATEMENT EXECUTE FUNCTION alert_rulebook_turn();
CREATE TRIGGER alert_rule_tags_widen AFTER INSERT OR DELETE ON alert_rule_tags FOR EACH ROW EXECUTE FUNCTION alert_rules_widen();

-- In functions.sql: alert_rulebook_turn, alert_rules_widen

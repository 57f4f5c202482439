-- Written by api/alerts, tools/seed

CREATE TABLE alert_rule_users (
  rule_id integer NOT NULL,
  user_id integer NOT NULL,
  CONSTRAINT alert_rule_users_pkey PRIMARY KEY (rule_id, user_id),
  CONSTRAINT alert_rule_users_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE,
  CONSTRAINT alert_rule_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX alert_rule_users_user ON alert_rule_users USING btree (user_id);

ALTER TABLE alert_rule_users ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON alert_rule_users TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON alert_rule_users TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON alert_rule_users TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM alert_rules r
  WHERE (r.id = alert_rule_users.rule_id))));

GRANT DELETE, INSERT, SELECT ON alert_rule_users TO roadbook_api;
GRANT SELECT ON alert_rule_users TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_rule_users TO roadbook_web;

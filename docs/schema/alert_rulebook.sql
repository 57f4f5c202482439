-- Written by tools/business, triggers of alert_rule_geofences, alert_rule_tags, alert_rules, geofences
-- UPDATE: notifies listeners of work (work_ring)

CREATE TABLE alert_rulebook (
  is_only boolean DEFAULT true NOT NULL,
  stamp bigint DEFAULT 1 NOT NULL,
  CONSTRAINT alert_rulebook_pkey PRIMARY KEY (is_only),
  CONSTRAINT alert_rulebook_is_only_check CHECK (is_only)
);

GRANT SELECT ON alert_rulebook TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_rulebook TO roadbook_web;

CREATE TRIGGER ring AFTER UPDATE ON alert_rulebook FOR EACH STATEMENT EXECUTE FUNCTION work_ring();

-- In functions.sql: work_ring

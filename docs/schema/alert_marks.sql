-- Written by api/history-imports (through history_import_forget), consumer/alerts, tools/seed, triggers of alert_rules, installations

CREATE TABLE alert_marks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  from_at timestamp with time zone NOT NULL,
  CONSTRAINT alert_marks_pkey PRIMARY KEY (id)
);

GRANT DELETE, INSERT, SELECT, UPDATE ON alert_marks TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_marks TO roadbook_web;

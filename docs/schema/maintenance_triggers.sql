-- Written by api/maintenance, tools/seed
-- Deleting a row deletes its rows in maintenance_notifications

CREATE TABLE maintenance_triggers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  plan_id integer NOT NULL,
  name text NOT NULL,
  value integer NOT NULL,
  metric text NOT NULL,
  description text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT maintenance_triggers_pkey PRIMARY KEY (id),
  CONSTRAINT maintenance_triggers_id_plan_id_key UNIQUE (id, plan_id),
  CONSTRAINT maintenance_triggers_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES maintenance_plans(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_triggers_description_check CHECK ((length(description) <= 250)),
  CONSTRAINT maintenance_triggers_metric_check CHECK ((metric = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text, 'years'::text, 'kilometers'::text]))),
  CONSTRAINT maintenance_triggers_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 100))),
  CONSTRAINT maintenance_triggers_value_check CHECK ((value > 0))
);

CREATE INDEX maintenance_triggers_plan ON maintenance_triggers USING btree (plan_id);
CREATE UNIQUE INDEX maintenance_triggers_same ON maintenance_triggers USING btree (plan_id, name, value, metric) WHERE (removed_at IS NULL);

ALTER TABLE maintenance_triggers ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON maintenance_triggers TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON maintenance_triggers TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (EXISTS ( SELECT 1
   FROM maintenance_plans p
  WHERE (p.id = maintenance_triggers.plan_id)))));

GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_triggers TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_triggers TO roadbook_web;

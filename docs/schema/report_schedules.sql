-- Written by api/reports, tools/seed

CREATE TABLE report_schedules (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  user_id integer NOT NULL,
  business_id integer,
  mode text NOT NULL,
  format text NOT NULL,
  target_group_id integer,
  limit_kph integer,
  min_minutes integer,
  time_zone text NOT NULL,
  every text NOT NULL,
  recipients integer[] NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  paused_reason jsonb,
  next_run_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT report_schedules_pkey PRIMARY KEY (id),
  CONSTRAINT report_schedules_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT report_schedules_target_group_id_fkey FOREIGN KEY (target_group_id) REFERENCES tags(id) ON DELETE CASCADE,
  CONSTRAINT report_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT report_schedules_check CHECK (((NOT is_active) OR (paused_reason IS NULL))),
  CONSTRAINT report_schedules_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  CONSTRAINT report_schedules_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text]))),
  CONSTRAINT report_schedules_limit_kph_check CHECK ((limit_kph > 0)),
  CONSTRAINT report_schedules_min_minutes_check CHECK ((min_minutes >= 0)),
  CONSTRAINT report_schedules_mode_check CHECK ((mode = ANY (ARRAY['all'::text, 'summary'::text, 'stops'::text, 'utilisation'::text, 'speeding'::text, 'activity'::text]))),
  CONSTRAINT report_schedules_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 100)))
);

CREATE INDEX report_schedules_business ON report_schedules USING btree (business_id);
CREATE INDEX report_schedules_due ON report_schedules USING btree (next_run_at) WHERE is_active;
CREATE INDEX report_schedules_group ON report_schedules USING btree (target_group_id);
CREATE INDEX report_schedules_user ON report_schedules USING btree (user_id);

ALTER TABLE report_schedules ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON report_schedules TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON report_schedules TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON report_schedules TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON report_schedules TO roadbook_web;

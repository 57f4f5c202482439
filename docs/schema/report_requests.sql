-- Written by api/reports
-- Deleting a row deletes its rows in report_files, report_recipients

CREATE TABLE report_requests (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  schedule_id integer,
  kind text NOT NULL,
  mode text NOT NULL,
  format text NOT NULL,
  target_group_id integer,
  limit_kph integer,
  min_minutes integer,
  time_zone text NOT NULL,
  entity_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  from_day date NOT NULL,
  till_day date NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  progress smallint DEFAULT 0 NOT NULL,
  run integer DEFAULT 1 NOT NULL,
  job_id uuid,
  reason jsonb,
  rows integer,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT report_requests_pkey PRIMARY KEY (id),
  CONSTRAINT report_requests_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedules(id) ON DELETE SET NULL,
  CONSTRAINT report_requests_target_group_id_fkey FOREIGN KEY (target_group_id) REFERENCES tags(id) ON DELETE CASCADE,
  CONSTRAINT report_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT report_requests_check CHECK ((till_day >= from_day)),
  CONSTRAINT report_requests_check1 CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['queued'::text, 'running'::text])))),
  CONSTRAINT report_requests_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text]))),
  CONSTRAINT report_requests_kind_check CHECK ((kind = ANY (ARRAY['periodic'::text, 'individual'::text, 'multiple'::text]))),
  CONSTRAINT report_requests_limit_kph_check CHECK ((limit_kph > 0)),
  CONSTRAINT report_requests_min_minutes_check CHECK ((min_minutes >= 0)),
  CONSTRAINT report_requests_mode_check CHECK ((mode = ANY (ARRAY['all'::text, 'summary'::text, 'stops'::text, 'utilisation'::text, 'speeding'::text, 'activity'::text]))),
  CONSTRAINT report_requests_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  CONSTRAINT report_requests_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE INDEX report_requests_age ON report_requests USING btree (created_at);
CREATE INDEX report_requests_group ON report_requests USING btree (target_group_id);
CREATE INDEX report_requests_open ON report_requests USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX report_requests_period ON report_requests USING btree (schedule_id, from_day);
CREATE INDEX report_requests_user ON report_requests USING btree (user_id, created_at);

ALTER TABLE report_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON report_requests TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON report_requests TO roadbook_api USING (((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = report_requests.user_id))) OR (EXISTS ( SELECT 1
   FROM report_recipients c
  WHERE (c.request_id = report_requests.id)))));

GRANT INSERT, SELECT, UPDATE ON report_requests TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON report_requests TO roadbook_web;

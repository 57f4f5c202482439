-- Written by api/missing, tools/seed

CREATE TABLE missing_case_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id integer NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  kind text NOT NULL,
  user_id integer,
  assignee_id integer,
  reason text,
  note text,
  CONSTRAINT missing_case_events_pkey PRIMARY KEY (id),
  CONSTRAINT missing_case_events_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT missing_case_events_case_id_fkey FOREIGN KEY (case_id) REFERENCES missing_cases(id) ON DELETE CASCADE,
  CONSTRAINT missing_case_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT missing_case_events_check CHECK (((kind = 'assigned'::text) OR (assignee_id IS NULL))),
  CONSTRAINT missing_case_events_check1 CHECK (((kind <> 'noted'::text) OR (note IS NOT NULL))),
  CONSTRAINT missing_case_events_kind_check CHECK ((kind = ANY (ARRAY['reported'::text, 'noted'::text, 'changed'::text, 'assigned'::text, 'evidence'::text, 'resolved'::text, 'closed'::text, 'reopened'::text, 'photo-added'::text, 'photo-removed'::text]))),
  CONSTRAINT missing_case_events_note_check CHECK ((length(note) <= 2000)),
  CONSTRAINT missing_case_events_reason_check CHECK ((length(reason) <= 200))
);

CREATE INDEX missing_case_events_case ON missing_case_events USING btree (case_id, at);

ALTER TABLE missing_case_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON missing_case_events TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON missing_case_events TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM missing_cases m
  WHERE (m.id = missing_case_events.case_id))));

GRANT INSERT, SELECT ON missing_case_events TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON missing_case_events TO roadbook_web;

-- Written by api/missing

CREATE TABLE missing_case_reporting (
  case_id integer NOT NULL,
  device_id integer NOT NULL,
  state text NOT NULL,
  protocol text,
  former text,
  command_id bigint,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone DEFAULT now() NOT NULL,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  often_at timestamp with time zone,
  restored_at timestamp with time zone,
  CONSTRAINT missing_case_reporting_pkey PRIMARY KEY (case_id, device_id),
  CONSTRAINT missing_case_reporting_case_id_fkey FOREIGN KEY (case_id) REFERENCES missing_cases(id) ON DELETE CASCADE,
  CONSTRAINT missing_case_reporting_command_id_fkey FOREIGN KEY (command_id) REFERENCES device_commands(id) ON DELETE RESTRICT,
  CONSTRAINT missing_case_reporting_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE RESTRICT,
  CONSTRAINT missing_case_reporting_check CHECK (((state <> ALL (ARRAY['asking'::text, 'often'::text, 'taking-back'::text])) OR (former IS NOT NULL))),
  CONSTRAINT missing_case_reporting_former_check CHECK (((length(former) >= 1) AND (length(former) <= 1000))),
  CONSTRAINT missing_case_reporting_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'asking'::text, 'often'::text, 'taking-back'::text, 'as-before'::text, 'impossible'::text, 'failed'::text])))
);

CREATE INDEX missing_case_reporting_command ON missing_case_reporting USING btree (command_id);
CREATE INDEX missing_case_reporting_device ON missing_case_reporting USING btree (device_id);
CREATE INDEX missing_case_reporting_unfinished ON missing_case_reporting USING btree (next_at) WHERE (state <> ALL (ARRAY['as-before'::text, 'impossible'::text, 'failed'::text]));

ALTER TABLE missing_case_reporting ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON missing_case_reporting TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON missing_case_reporting TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM missing_cases m
  WHERE (m.id = missing_case_reporting.case_id))));

GRANT SELECT ON missing_case_reporting TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON missing_case_reporting TO roadbook_web;

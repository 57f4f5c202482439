-- Written by api/logbook

CREATE TABLE logbook_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  entry_id bigint NOT NULL,
  purpose text NOT NULL,
  note text,
  driver text,
  reason text NOT NULL,
  corrected_by integer,
  corrected_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT logbook_corrections_pkey PRIMARY KEY (id),
  CONSTRAINT logbook_corrections_corrected_by_fkey FOREIGN KEY (corrected_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT logbook_corrections_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES logbook_entries(id) ON DELETE CASCADE,
  CONSTRAINT logbook_corrections_purpose_check CHECK ((purpose = ANY (ARRAY['business'::text, 'private'::text, 'commute'::text]))),
  CONSTRAINT logbook_corrections_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 250)))
);

CREATE INDEX logbook_corrections_author ON logbook_corrections USING btree (corrected_by);
CREATE INDEX logbook_corrections_entry ON logbook_corrections USING btree (entry_id, id);

ALTER TABLE logbook_corrections ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON logbook_corrections TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON logbook_corrections TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM logbook_entries e
  WHERE (e.id = logbook_corrections.entry_id))));

GRANT INSERT, SELECT ON logbook_corrections TO roadbook_api;
GRANT INSERT, SELECT ON logbook_corrections TO roadbook_web;

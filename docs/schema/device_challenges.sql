-- Written by api/devices

CREATE TABLE device_challenges (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  claim_id integer NOT NULL,
  imei text NOT NULL,
  business_id integer NOT NULL,
  began_at timestamp with time zone DEFAULT now() NOT NULL,
  on_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  outcome text,
  answered_from text,
  answered_as text,
  CONSTRAINT device_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT device_challenges_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT device_challenges_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES device_claims(id) ON DELETE CASCADE,
  CONSTRAINT device_challenges_answered_as_check CHECK ((answered_as = ANY (ARRAY['known'::text, 'newcomer'::text, 'unregistered'::text]))),
  CONSTRAINT device_challenges_check CHECK (((began_at < on_at) AND (on_at < ends_at))),
  CONSTRAINT device_challenges_outcome_check CHECK ((outcome = ANY (ARRAY['shown'::text, 'not_shown'::text])))
);

CREATE INDEX device_challenges_business ON device_challenges USING btree (business_id);
CREATE INDEX device_challenges_claim ON device_challenges USING btree (claim_id, id);
CREATE INDEX device_challenges_tries ON device_challenges USING btree (imei, business_id, began_at);

ALTER TABLE device_challenges ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON device_challenges TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON device_challenges TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON device_challenges TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_challenges TO roadbook_web;

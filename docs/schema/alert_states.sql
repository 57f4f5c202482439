-- Written by consumer/alerts

CREATE TABLE alert_states (
  installation_id integer NOT NULL,
  at timestamp with time zone NOT NULL,
  state jsonb NOT NULL,
  silent_due timestamp with time zone,
  nth bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT alert_states_pkey PRIMARY KEY (installation_id, at),
  CONSTRAINT alert_states_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE
);

CREATE INDEX alert_states_due ON alert_states USING btree (silent_due) WHERE (silent_due IS NOT NULL);

GRANT DELETE, INSERT, SELECT, UPDATE ON alert_states TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_states TO roadbook_web;

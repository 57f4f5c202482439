-- Written by api/alerts

CREATE TABLE alert_tellings (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  alert_id uuid NOT NULL,
  user_id integer NOT NULL,
  change text NOT NULL,
  bell_at timestamp with time zone,
  mail_at timestamp with time zone,
  digest boolean DEFAULT false NOT NULL,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alert_tellings_pkey PRIMARY KEY (id),
  CONSTRAINT alert_tellings_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  CONSTRAINT alert_tellings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT alert_tellings_change_check CHECK ((change = ANY (ARRAY['raised'::text, 'withdrawn'::text]))),
  CONSTRAINT alert_tellings_check CHECK (((mailed_at IS NULL) OR (mail_at IS NOT NULL)))
);

CREATE INDEX alert_tellings_alert ON alert_tellings USING btree (alert_id);
CREATE INDEX alert_tellings_bell ON alert_tellings USING btree (user_id, bell_at) WHERE (bell_at IS NOT NULL);
CREATE INDEX alert_tellings_mail ON alert_tellings USING btree (mail_at) WHERE ((mailed_at IS NULL) AND (mail_at IS NOT NULL));

ALTER TABLE alert_tellings ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON alert_tellings TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON alert_tellings TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM alerts a
  WHERE (a.id = alert_tellings.alert_id))));

GRANT DELETE, INSERT, SELECT, UPDATE ON alert_tellings TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_tellings TO roadbook_web;

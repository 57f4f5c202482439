-- Written by api/app-notifications

CREATE TABLE app_notification_recipients (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  notification_id integer NOT NULL,
  consumer_id integer,
  user_id integer,
  registration_id integer,
  kind text,
  state text NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  claimed_until timestamp with time zone,
  reason jsonb,
  ended_at timestamp with time zone,
  CONSTRAINT app_notification_recipients_pkey PRIMARY KEY (id),
  CONSTRAINT app_notification_recipients_consumer_id_fkey FOREIGN KEY (consumer_id) REFERENCES consumers(id) ON DELETE CASCADE,
  CONSTRAINT app_notification_recipients_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES app_notifications(id) ON DELETE CASCADE,
  CONSTRAINT app_notification_recipients_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES push_registrations(id) ON DELETE SET NULL,
  CONSTRAINT app_notification_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT app_notification_recipients_check CHECK ((num_nonnulls(consumer_id, user_id) = 1)),
  CONSTRAINT app_notification_recipients_check1 CHECK (((state = 'no-device'::text) = (kind IS NULL))),
  CONSTRAINT app_notification_recipients_check2 CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  CONSTRAINT app_notification_recipients_kind_check CHECK ((kind = ANY (ARRAY['fcm'::text, 'webpush'::text]))),
  CONSTRAINT app_notification_recipients_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'no-device'::text])))
);

CREATE INDEX app_notification_recipients_consumer ON app_notification_recipients USING btree (consumer_id);
CREATE INDEX app_notification_recipients_notification ON app_notification_recipients USING btree (notification_id, state);
CREATE INDEX app_notification_recipients_registration ON app_notification_recipients USING btree (registration_id);
CREATE INDEX app_notification_recipients_user ON app_notification_recipients USING btree (user_id);
CREATE INDEX app_notification_recipients_waiting ON app_notification_recipients USING btree (notification_id, next_attempt_at) WHERE (state = 'waiting'::text);

ALTER TABLE app_notification_recipients ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON app_notification_recipients TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON app_notification_recipients TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM app_notifications n
  WHERE (n.id = app_notification_recipients.notification_id))));

GRANT DELETE, INSERT, SELECT, UPDATE ON app_notification_recipients TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON app_notification_recipients TO roadbook_web;

-- Written by api/app-notifications
-- Deleting a row deletes its rows in app_notification_recipients

CREATE TABLE app_notifications (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  created_by integer,
  title text NOT NULL,
  body text NOT NULL,
  time_zone text NOT NULL,
  was_updated boolean DEFAULT false NOT NULL,
  planned_for timestamp without time zone NOT NULL,
  planned_at timestamp with time zone NOT NULL,
  audience jsonb NOT NULL,
  state text DEFAULT 'planned'::text NOT NULL,
  sending_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  results jsonb,
  CONSTRAINT app_notifications_pkey PRIMARY KEY (id),
  CONSTRAINT app_notifications_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT app_notifications_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT app_notifications_audience_check CHECK (((audience ->> 'kind'::text) = ANY (ARRAY['all'::text, 'selection'::text]))),
  CONSTRAINT app_notifications_body_check CHECK (((length(body) >= 1) AND (length(body) <= 240))),
  CONSTRAINT app_notifications_check CHECK (((state = 'deleted'::text) = (deleted_at IS NOT NULL))),
  CONSTRAINT app_notifications_check1 CHECK (((state = ANY (ARRAY['planned'::text, 'deleted'::text])) = (sending_at IS NULL))),
  CONSTRAINT app_notifications_check2 CHECK (((state = ANY (ARRAY['sent'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT app_notifications_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'deleted'::text]))),
  CONSTRAINT app_notifications_title_check CHECK (((length(title) >= 1) AND (length(title) <= 65)))
);

CREATE INDEX app_notifications_author ON app_notifications USING btree (created_by);
CREATE INDEX app_notifications_business ON app_notifications USING btree (business_id, planned_at DESC);
CREATE INDEX app_notifications_due ON app_notifications USING btree (planned_at) WHERE (state = ANY (ARRAY['planned'::text, 'sending'::text]));
CREATE INDEX app_notifications_results ON app_notifications USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (results IS NULL));

ALTER TABLE app_notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON app_notifications TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON app_notifications TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON app_notifications TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON app_notifications TO roadbook_web;

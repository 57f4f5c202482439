-- Written by api/webhooks, triggers of alert_news, maintenance_notifications, missing_cases, trips
-- INSERT, UPDATE: notifies listeners of work (work_ring)

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  webhook_id integer NOT NULL,
  event_id bigint NOT NULL,
  entity_id integer,
  state text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  next_at timestamp with time zone DEFAULT now() NOT NULL,
  status integer,
  problem text,
  took_ms integer,
  ended_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_id_event_id_key UNIQUE (webhook_id, event_id),
  CONSTRAINT webhook_deliveries_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT webhook_deliveries_check CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  CONSTRAINT webhook_deliveries_check1 CHECK (((state <> 'delivered'::text) OR ((status >= 200) AND (status <= 299)))),
  CONSTRAINT webhook_deliveries_check2 CHECK (((first_at IS NULL) = (last_at IS NULL))),
  CONSTRAINT webhook_deliveries_problem_check CHECK ((length(problem) <= 40)),
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'withheld'::text]))),
  CONSTRAINT webhook_deliveries_status_check CHECK (((status >= 100) AND (status <= 999))),
  CONSTRAINT webhook_deliveries_took_ms_check CHECK ((took_ms >= 0))
);

CREATE INDEX webhook_deliveries_entity ON webhook_deliveries USING btree (entity_id);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_stream ON webhook_deliveries USING btree (webhook_id, entity_id, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (webhook_id, id) WHERE (state = 'waiting'::text);

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON webhook_deliveries TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON webhook_deliveries TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM webhooks w
  WHERE (w.id = webhook_deliveries.webhook_id))));

GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO roadbook_web;

CREATE TRIGGER ring AFTER INSERT OR UPDATE OF state ON webhook_deliveries FOR EACH ROW WHEN (new.state = 'waiting'::text) EXECUTE FUNCTION work_ring();

-- In functions.sql: work_ring

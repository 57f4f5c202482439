-- Written by api/missing, tools/seed
-- INSERT, UPDATE: may refuse it (customers_know)
-- INSERT: may change the row, or leave it out (missing_cases_keep_place)
-- INSERT, UPDATE: writes entities (missing_cases_note_edit)
-- INSERT, UPDATE: writes webhook_deliveries, webhook_events (missing_cases_tell_webhooks)
-- Deleting a row deletes its rows in customer_disclosures, missing_case_events, missing_case_movements, missing_case_photos, missing_case_reporting, missing_case_shares

CREATE TABLE missing_cases (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  reported_by integer,
  opened_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  number text GENERATED ALWAYS AS (('M-'::text ||
CASE
    WHEN (id < 100000) THEN lpad((id)::text, 5, '0'::text)
    ELSE (id)::text
END)) STORED,
  reason text DEFAULT 'other'::text NOT NULL,
  note text,
  reported_latitude integer,
  reported_longitude integer,
  reported_positioned_at timestamp with time zone,
  ended_by integer,
  end_reason text,
  end_note text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  assignee_id integer,
  police_report_number text,
  reward text,
  insurer text,
  CONSTRAINT missing_cases_pkey PRIMARY KEY (id),
  CONSTRAINT missing_cases_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT missing_cases_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT missing_cases_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT missing_cases_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT missing_cases_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT missing_cases_end CHECK (((state <> 'open'::text) OR ((ended_by IS NULL) AND (end_reason IS NULL) AND (end_note IS NULL)))),
  CONSTRAINT missing_cases_end_note_check CHECK ((length(end_note) <= 2000)),
  CONSTRAINT missing_cases_end_reason_check CHECK ((length(end_reason) <= 200)),
  CONSTRAINT missing_cases_ends_later CHECK ((ended_at >= opened_at)),
  CONSTRAINT missing_cases_insurer_check CHECK (((length(insurer) >= 1) AND (length(insurer) <= 200))),
  CONSTRAINT missing_cases_note_check CHECK ((length(note) <= 2000)),
  CONSTRAINT missing_cases_police_report_number_check CHECK (((length(police_report_number) >= 1) AND (length(police_report_number) <= 50))),
  CONSTRAINT missing_cases_position CHECK (((reported_latitude IS NULL) = (reported_longitude IS NULL))),
  CONSTRAINT missing_cases_reason_check CHECK ((reason = ANY (ARRAY['stolen'::text, 'lost'::text, 'not-returned'::text, 'other'::text]))),
  CONSTRAINT missing_cases_reward_check CHECK (((length(reward) >= 1) AND (length(reward) <= 100))),
  CONSTRAINT missing_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'resolved'::text, 'closed'::text])))
);

CREATE INDEX missing_cases_assignee ON missing_cases USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX missing_cases_entity ON missing_cases USING btree (entity_id, opened_at);
CREATE UNIQUE INDEX missing_cases_open ON missing_cases USING btree (entity_id) WHERE (state = 'open'::text);
CREATE INDEX missing_cases_opened ON missing_cases USING btree (opened_at, id);

ALTER TABLE missing_cases ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON missing_cases TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON missing_cases TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = missing_cases.entity_id))));

GRANT INSERT, SELECT, UPDATE ON missing_cases TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON missing_cases TO roadbook_web;

CREATE CONSTRAINT TRIGGER customers_know AFTER INSERT OR UPDATE OF state ON missing_cases DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'open'::text) EXECUTE FUNCTION customers_know();
CREATE TRIGGER missing_cases_keep_place BEFORE INSERT ON missing_cases FOR EACH ROW WHEN (new.reported_latitude IS NULL) EXECUTE FUNCTION missing_cases_keep_place();
CREATE TRIGGER missing_cases_note_edit AFTER INSERT OR UPDATE OF state ON missing_cases FOR EACH ROW EXECUTE FUNCTION missing_cases_note_edit();
CREATE TRIGGER missing_cases_tell_webhooks AFTER INSERT OR UPDATE OF state ON missing_cases FOR EACH ROW EXECUTE FUNCTION missing_cases_tell_webhooks();

-- In functions.sql: customers_know, webhook_tell, webhook_vehicle

CREATE OR REPLACE FUNCTION missing_cases_keep_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  SELECT s.latitude, s.longitude, s.valid_positioned_at
  INTO NEW.reported_latitude, NEW.reported_longitude, NEW.reported_positioned_at
  FROM device_states s WHERE s.entity_id = NEW.entity_id ORDER BY s.last_received_at DESC LIMIT 1;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION missing_cases_note_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE entities SET edited_in = pg_current_xact_id() WHERE id = NEW.entity_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION missing_cases_tell_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  told text := CASE NEW.state WHEN 'open' THEN 'vehicle.missing' WHEN 'resolved' THEN 'vehicle.found' ELSE 'vehicle.given-up' END;
BEGIN
  PERFORM webhook_tell(e.business_id, e.id, told, coalesce(NEW.ended_at, NEW.opened_at), told || ':' || NEW.id,
    jsonb_build_object('case_id', NEW.id, 'vehicle', webhook_vehicle(e.id), 'opened_at', NEW.opened_at, 'ended_at', NEW.ended_at))
  FROM entities e WHERE e.id = NEW.entity_id;
  RETURN NULL;
END $function$;

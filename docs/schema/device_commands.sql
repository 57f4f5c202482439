-- Written by api/commands, consumer/commands, gateway/commands
-- UPDATE: may refuse it (device_commands_step)
-- INSERT, UPDATE: notifies listeners of work (work_ring)

CREATE TABLE device_commands (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  entity_id integer,
  business_id integer NOT NULL,
  kind text NOT NULL,
  text text,
  requested_by integer,
  idempotency_key text,
  undo_of bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  not_before timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  sent_at timestamp with time zone,
  gateway text,
  serial integer,
  answer_by timestamp with time zone,
  reply text,
  replied_at timestamp with time zone,
  failure text,
  failure_detail text,
  ended_at timestamp with time zone,
  CONSTRAINT device_commands_pkey PRIMARY KEY (id),
  CONSTRAINT device_commands_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT device_commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE RESTRICT,
  CONSTRAINT device_commands_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE RESTRICT,
  CONSTRAINT device_commands_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_commands_undo_of_fkey FOREIGN KEY (undo_of) REFERENCES device_commands(id) ON DELETE RESTRICT,
  CONSTRAINT device_commands_check CHECK ((expires_at > not_before)),
  CONSTRAINT device_commands_check1 CHECK (((kind = 'undo'::text) = (undo_of IS NOT NULL))),
  CONSTRAINT device_commands_check10 CHECK (((state <> ALL (ARRAY['sent'::text, 'acknowledged'::text])) OR ((sent_at IS NOT NULL) AND (text IS NOT NULL)))),
  CONSTRAINT device_commands_check11 CHECK ((((state = 'acknowledged'::text) OR (NOT (failure IS DISTINCT FROM 'refused'::text))) = (replied_at IS NOT NULL))),
  CONSTRAINT device_commands_check12 CHECK (((failure IS DISTINCT FROM 'no_answer'::text) OR (sent_at IS NOT NULL))),
  CONSTRAINT device_commands_check2 CHECK (((kind <> 'text'::text) OR (text IS NOT NULL))),
  CONSTRAINT device_commands_check3 CHECK ((num_nonnulls(sent_at, gateway, serial, answer_by) = ANY (ARRAY[0, 4]))),
  CONSTRAINT device_commands_check4 CHECK ((answer_by > sent_at)),
  CONSTRAINT device_commands_check5 CHECK (((reply IS NULL) = (replied_at IS NULL))),
  CONSTRAINT device_commands_check6 CHECK (((state = ANY (ARRAY['queued'::text, 'sent'::text])) = (ended_at IS NULL))),
  CONSTRAINT device_commands_check7 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT device_commands_check8 CHECK (((failure_detail IS NULL) OR (failure IS NOT NULL))),
  CONSTRAINT device_commands_check9 CHECK (((state <> ALL (ARRAY['queued'::text, 'expired'::text, 'cancelled'::text])) OR ((sent_at IS NULL) AND (replied_at IS NULL)))),
  CONSTRAINT device_commands_failure_check CHECK ((failure = ANY (ARRAY['no_answer'::text, 'refused'::text, 'not_sendable'::text]))),
  CONSTRAINT device_commands_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  CONSTRAINT device_commands_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'locate'::text, 'undo'::text]))),
  CONSTRAINT device_commands_serial_check CHECK (((serial >= 1) AND (serial <= 65535))),
  CONSTRAINT device_commands_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'acknowledged'::text, 'failed'::text, 'expired'::text, 'cancelled'::text]))),
  CONSTRAINT device_commands_text_check CHECK ((((length(text) >= 1) AND (length(text) <= 1000)) AND (text !~ '[[:cntrl:]]'::text)))
);

CREATE INDEX device_commands_answer_by ON device_commands USING btree (answer_by) WHERE (state = 'sent'::text);
CREATE UNIQUE INDEX device_commands_asked_once ON device_commands USING btree (requested_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX device_commands_entity ON device_commands USING btree (entity_id, id) WHERE (kind = 'locate'::text);
CREATE INDEX device_commands_expiry ON device_commands USING btree (expires_at) WHERE (state = 'queued'::text);
CREATE INDEX device_commands_history ON device_commands USING btree (device_id, created_at DESC);
CREATE UNIQUE INDEX device_commands_in_flight ON device_commands USING btree (device_id) WHERE (state = 'sent'::text);
CREATE UNIQUE INDEX device_commands_locate ON device_commands USING btree (device_id) WHERE ((kind = 'locate'::text) AND (state = 'queued'::text));
CREATE UNIQUE INDEX device_commands_undo ON device_commands USING btree (device_id) WHERE ((kind = 'undo'::text) AND (state = 'queued'::text));
CREATE INDEX device_commands_undone ON device_commands USING btree (undo_of) WHERE (undo_of IS NOT NULL);
CREATE INDEX device_commands_waiting ON device_commands USING btree (device_id, id) WHERE (state = 'queued'::text);

ALTER TABLE device_commands ENABLE ROW LEVEL SECURITY;
CREATE POLICY ask ON device_commands FOR INSERT TO roadbook_api WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_ingest ON device_commands TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON device_commands TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope_read ON device_commands FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY take_back ON device_commands FOR UPDATE TO roadbook_api USING (((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))) AND (state = 'queued'::text))) WITH CHECK (((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))) AND (state = 'cancelled'::text)));

GRANT INSERT (device_id, entity_id, business_id, kind, text, requested_by, idempotency_key, expires_at), SELECT, UPDATE (state, ended_at) ON device_commands TO roadbook_api;
GRANT INSERT, SELECT, UPDATE ON device_commands TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_commands TO roadbook_web;

CREATE TRIGGER device_commands_step BEFORE UPDATE OF state ON device_commands FOR EACH ROW EXECUTE FUNCTION device_commands_step();
CREATE TRIGGER ring AFTER INSERT OR UPDATE OF state, expires_at, answer_by ON device_commands FOR EACH ROW WHEN (new.state = ANY (ARRAY['queued'::text, 'sent'::text])) EXECUTE FUNCTION work_ring();

-- In functions.sql: work_ring

CREATE OR REPLACE FUNCTION device_commands_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT (
    (OLD.state = 'queued' AND NEW.state IN ('sent', 'failed', 'expired', 'cancelled')) OR
    (OLD.state = 'sent' AND NEW.state IN ('acknowledged', 'failed', 'queued')) OR
    (OLD.state = 'failed' AND OLD.failure = 'no_answer' AND (NEW.state = 'acknowledged' OR NEW.failure = 'refused'))
  ) THEN
    RAISE EXCEPTION 'a command that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

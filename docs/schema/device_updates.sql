-- Written by api/devices
-- UPDATE: writes devices, may refuse it (device_updates_step)

CREATE TABLE device_updates (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  business_id integer NOT NULL,
  from_firmware text,
  to_firmware text,
  from_settings_crc text,
  to_settings_crc text,
  state text DEFAULT 'queued'::text NOT NULL,
  failure text,
  requested_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT device_updates_pkey PRIMARY KEY (id),
  CONSTRAINT device_updates_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT device_updates_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT device_updates_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_updates_check CHECK ((num_nonnulls(to_firmware, to_settings_crc) > 0)),
  CONSTRAINT device_updates_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT device_updates_check2 CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT device_updates_check3 CHECK (((state <> ALL (ARRAY['sent'::text, 'done'::text])) OR (sent_at IS NOT NULL))),
  CONSTRAINT device_updates_failure_check CHECK (((length(failure) >= 1) AND (length(failure) <= 500))),
  CONSTRAINT device_updates_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT device_updates_to_firmware_check CHECK (((length(to_firmware) >= 1) AND (length(to_firmware) <= 100))),
  CONSTRAINT device_updates_to_settings_crc_check CHECK ((to_settings_crc ~ '^[0-9A-F]{1,16}$'::text))
);

CREATE INDEX device_updates_business ON device_updates USING btree (business_id, created_at DESC);
CREATE INDEX device_updates_device ON device_updates USING btree (device_id, created_at DESC);
CREATE UNIQUE INDEX device_updates_open ON device_updates USING btree (device_id) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text]));

ALTER TABLE device_updates ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON device_updates TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON device_updates TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids)))) WITH CHECK (((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))) AND (EXISTS ( SELECT 1
   FROM devices d
  WHERE (d.id = device_updates.device_id)))));

GRANT DELETE, INSERT, SELECT, UPDATE (state, failure, sent_at, ended_at, updated_at) ON device_updates TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_updates TO roadbook_web;

CREATE TRIGGER device_updates_step BEFORE UPDATE OF state ON device_updates FOR EACH ROW WHEN (old.state <> new.state) EXECUTE FUNCTION device_updates_step();

CREATE OR REPLACE FUNCTION device_updates_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT ((OLD.state = 'queued' AND NEW.state IN ('sent', 'failed')) OR (OLD.state = 'sent' AND NEW.state IN ('done', 'failed'))) THEN
    RAISE EXCEPTION 'an update that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'done' THEN
    UPDATE devices SET firmware_version = coalesce(NEW.to_firmware, firmware_version),
      settings_crc = coalesce(NEW.to_settings_crc, settings_crc), updated_at = clock_timestamp() WHERE id = NEW.device_id;
  END IF;
  RETURN NEW;
END $function$;

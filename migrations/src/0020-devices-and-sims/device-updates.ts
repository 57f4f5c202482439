/** Firmware and settings updates that a tracker should receive, with their progress (G-71). */
export const deviceUpdates = `
CREATE TABLE device_updates (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  from_firmware text, to_firmware text CHECK (length(to_firmware) BETWEEN 1 AND 100),
  from_settings_crc text, to_settings_crc text CHECK (to_settings_crc ~ '^[0-9A-F]{1,16}$'),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'done', 'failed')),
  failure text CHECK (length(failure) BETWEEN 1 AND 500),
  requested_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(to_firmware, to_settings_crc) > 0),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CHECK (state NOT IN ('sent', 'done') OR sent_at IS NOT NULL)
);
-- A tracker is brought up to date by one update at a time.
CREATE UNIQUE INDEX device_updates_open ON device_updates (device_id) WHERE state IN ('queued', 'sent');
CREATE INDEX device_updates_device ON device_updates (device_id, created_at DESC);
CREATE INDEX device_updates_business ON device_updates (business_id, created_at DESC);

CREATE FUNCTION device_updates_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ((OLD.state = 'queued' AND NEW.state IN ('sent', 'failed')) OR (OLD.state = 'sent' AND NEW.state IN ('done', 'failed'))) THEN
    RAISE EXCEPTION 'an update that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'done' THEN
    UPDATE devices SET firmware_version = coalesce(NEW.to_firmware, firmware_version),
      settings_crc = coalesce(NEW.to_settings_crc, settings_crc), updated_at = clock_timestamp() WHERE id = NEW.device_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER device_updates_step BEFORE UPDATE OF state ON device_updates
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION device_updates_step();

GRANT SELECT, INSERT, DELETE, UPDATE (state, failure, sent_at, ended_at, updated_at) ON device_updates TO roadbook_api;
ALTER TABLE device_updates ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON device_updates TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()))
  WITH CHECK (((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()))
    AND EXISTS (SELECT 1 FROM devices d WHERE d.id = device_id));
`

import { Migration } from './migration.js'

/**
 * Binds a device to the protocol with which it was registered or first verified (G-105). If the sender of a message is
 * possibly not the tracker, the whole message is stored separately from other messages until a person has decided about it.
 */
export class Senders1763700000037 extends Migration {
  readonly steps = [binding, senders, access]
}

const binding = `
-- Null: it is bound to what it speaks when its installation is verified.
ALTER TABLE devices ADD COLUMN bound_protocol text CHECK (length(bound_protocol) BETWEEN 1 AND 40);
UPDATE devices d SET bound_protocol = d.protocol
WHERE d.protocol IS NOT NULL AND EXISTS (SELECT FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL);

-- The gateways ask for what changed.
CREATE TRIGGER devices_binding_changed BEFORE UPDATE OF bound_protocol ON devices
  FOR EACH ROW WHEN (OLD.bound_protocol IS DISTINCT FROM NEW.bound_protocol) EXECUTE FUNCTION device_registration_changed();
`

const senders = `
-- Who claimed to be a device and was not believed: one row for what is decided as one.
CREATE TABLE doubted_senders (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  -- whose the device was then
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  reason text NOT NULL CHECK (reason IN ('conflict', 'protocol', 'place', 'network', 'certificate')),
  protocol text NOT NULL,
  -- /24 or /48: carriers change addresses all day
  network text NOT NULL,
  certificate text,
  packets int NOT NULL DEFAULT 0,
  fixes int NOT NULL DEFAULT 0,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- the newest position that it claimed; 1e-7 degrees
  positioned_at timestamptz,
  latitude int CHECK (latitude BETWEEN -900000000 AND 900000000),
  longitude int CHECK (longitude BETWEEN -1800000000 AND 1800000000),
  decision text CHECK (decision IN ('accepted', 'refused')),
  decided_at timestamptz,
  decided_by int REFERENCES users ON DELETE SET NULL,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((latitude IS NULL) = (positioned_at IS NULL) AND (longitude IS NULL) = (positioned_at IS NULL))
);
CREATE UNIQUE INDEX doubted_senders_open ON doubted_senders (device_id, reason, protocol, network) WHERE decision IS NULL;
CREATE INDEX doubted_senders_device ON doubted_senders (device_id);
CREATE INDEX doubted_senders_business ON doubted_senders (business_id);
CREATE INDEX doubted_senders_decider ON doubted_senders (decided_by);
CREATE INDEX doubted_senders_last ON doubted_senders (last_at);

-- Their packets as the log has them, for when they are taken in after all.
CREATE TABLE packets_aside (
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  -- of the message, by which it is known when it is read again
  digest bytea NOT NULL,
  sender_id int NOT NULL REFERENCES doubted_senders ON DELETE CASCADE,
  received_at timestamptz NOT NULL,
  value bytea NOT NULL,
  -- name and value, the latter in base64
  headers jsonb NOT NULL,
  taken_in_at timestamptz,
  PRIMARY KEY (device_id, digest)
);
CREATE INDEX packets_aside_waiting ON packets_aside (sender_id, received_at) WHERE taken_in_at IS NULL;
CREATE INDEX packets_aside_sender ON packets_aside (sender_id);
`

const access = `
GRANT SELECT, UPDATE (decision, decided_at, decided_by) ON doubted_senders TO roadbook_api;
ALTER TABLE doubted_senders ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON doubted_senders TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

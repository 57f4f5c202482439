import { Migration } from './migration.js'

/**
 * Adds support for trackers that identify themselves by something other than their IMEI, that send local time, or that may
 * connect only from one network or with one certificate. In all tables, the IMEI remains the key of a tracker.
 */
export class TrackerIds1763700000010 extends Migration {
  readonly steps = [columns, touch]
}

const columns = `
ALTER TABLE devices
  -- What the tracker calls itself on the wire when that is not its IMEI: a maker's number, a SIM's number, a chosen name.
  -- Fifteen digits would be somebody's IMEI.
  ADD COLUMN tracker_id text UNIQUE CHECK (tracker_id ~ '^[A-Za-z0-9._-]{1,20}$' AND tracker_id !~ '^[0-9]{15}$'),
  -- Minutes east of UTC of the local time that it sends, where its protocol sends local time.
  ADD COLUMN utc_offset_minutes smallint CHECK (utc_offset_minutes BETWEEN -720 AND 840),
  -- An IMEI is printed on the box. Who wants more: only from this network, only with this certificate (SHA-256 of its DER).
  ADD COLUMN source_network cidr,
  ADD COLUMN client_certificate text CHECK (client_certificate ~ '^[0-9a-f]{64}$');

-- The gateways ask every few seconds for what changed.
CREATE INDEX devices_updated ON devices (updated_at);

ALTER TABLE unknown_devices DROP CONSTRAINT unknown_devices_imei_check;
ALTER TABLE unknown_devices ADD CONSTRAINT unknown_devices_imei_check CHECK (imei ~ '^[A-Za-z0-9._-]{1,20}$');
`

const touch = `
CREATE FUNCTION device_registration_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER devices_registration_changed
  BEFORE UPDATE OF imei, tracker_id, utc_offset_minutes, source_network, client_certificate, deleted_at ON devices
  FOR EACH ROW EXECUTE FUNCTION device_registration_changed();
`

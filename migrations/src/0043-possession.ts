import { Migration } from './migration.js'

/**
 * G-109: lets an IMEI be registered only by the business to which its tracker was delivered, or by a user who showed that
 * they have the tracker. Until then, the claim to the tracker is stored separately from the devices. Data of the tracker
 * are not stored for the claim, and the claim does not show if another business has the tracker.
 */
export class Possession1763700000043 extends Migration {
  readonly steps = [deliveries, claims, reads, access]
}

const deliveries = `
-- To whom a tracker was sent. Whoever runs the product writes it down.
CREATE TABLE device_deliveries (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  imei text NOT NULL UNIQUE CHECK (imei ~ '^[0-9]{15}$'),
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX device_deliveries_business ON device_deliveries (business_id);
CREATE INDEX device_deliveries_author ON device_deliveries (created_by);
`

const claims = `
CREATE TABLE device_claims (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  imei text NOT NULL CHECK (imei ~ '^[0-9]{15}$'),
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  -- what people wrote down about the device, for when it is one
  title text, description text, model text, iccid text,
  -- disputed: possession was shown, and the tracker is another's already
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'disputed', 'registered', 'refused', 'withdrawn')),
  device_id int REFERENCES devices ON DELETE SET NULL,
  import_id int REFERENCES device_imports ON DELETE SET NULL,
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  decided_by int REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz,
  CHECK ((decided_at IS NULL) = (state IN ('waiting', 'disputed')))
);
CREATE UNIQUE INDEX device_claims_open ON device_claims (business_id, imei) WHERE state IN ('waiting', 'disputed');
CREATE INDEX device_claims_imei ON device_claims (imei);
CREATE INDEX device_claims_device ON device_claims (device_id);
CREATE INDEX device_claims_import ON device_claims (import_id);
CREATE INDEX device_claims_author ON device_claims (created_by);
CREATE INDEX device_claims_decider ON device_claims (decided_by);

-- One try to show possession: off until \`on_at\`, and on from then.
CREATE TABLE device_challenges (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  claim_id int NOT NULL REFERENCES device_claims ON DELETE CASCADE,
  imei text NOT NULL,
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  began_at timestamptz NOT NULL DEFAULT now(),
  on_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- null while it runs, and for good where the process that watched it ended
  outcome text CHECK (outcome IN ('shown', 'not_shown')),
  CHECK (began_at < on_at AND on_at < ends_at)
);
CREATE INDEX device_challenges_claim ON device_challenges (claim_id, id);
CREATE INDEX device_challenges_tries ON device_challenges (imei, business_id, began_at);
CREATE INDEX device_challenges_business ON device_challenges (business_id);
`

const reads = `
-- Those of the IMEIs that were delivered to this business, or to one above it that hands them on.
CREATE FUNCTION delivered_imeis(imeis_asked text[], business int) RETURNS TABLE (imei text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT d.imei FROM device_deliveries d
  WHERE d.imei = ANY (imeis_asked) AND ((SELECT scope_is_all()) OR business IN (SELECT scope_ids()))
    AND (d.business_id = business OR d.business_id = ANY (SELECT unnest(b.path) FROM businesses b WHERE b.id = business))
$$;
-- When a tracker was heard last, registered or not: for the watch over a challenge, which tells nobody.
CREATE FUNCTION last_word_of(imei_asked text) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(
    (SELECT u.last_seen_at FROM unknown_devices u WHERE u.imei = imei_asked),
    (SELECT max(s.last_received_at) FROM devices d JOIN device_states s ON s.device_id = d.id WHERE d.imei = imei_asked),
    -- the true tracker, where another was registered in its name
    (SELECT max(s.last_at) FROM devices d JOIN doubted_senders s ON s.device_id = d.id WHERE d.imei = imei_asked)
  ) WHERE (SELECT scope_is_all())
$$;
REVOKE ALL ON FUNCTION delivered_imeis(text[], int), last_word_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivered_imeis(text[], int), last_word_of(text) TO roadbook_api;
`

const access = `
GRANT SELECT, INSERT, UPDATE, DELETE ON device_deliveries TO roadbook_api;
GRANT SELECT, INSERT, UPDATE ON device_claims, device_challenges TO roadbook_api;
ALTER TABLE device_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_challenges ENABLE ROW LEVEL SECURITY;
CREATE POLICY operators ON device_deliveries TO roadbook_api USING ((SELECT scope_is_all()));
CREATE POLICY scope ON device_claims TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY scope ON device_challenges TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

import { Migration } from './migration.js'

/** Adds trust in a tracker's senders: its known networks, newcomers on trial, and disputes between two senders. */
export class NetworksOfTrackers1763700000179 extends Migration {
  readonly steps = [networks, disputes, newcomers, rhythm, access]
}

const networks = `
-- The networks that speak in a tracker's name. Of the first one there is nothing to doubt. Every later one is on trial.
--   known     what comes from there is the tracker's
--   trial     moves nothing, because the known one may still be there
--   believed  moves the vehicle since the known one has been silent for longer than the tracker's rhythm, until that one returns
--   disputed  moves nothing until a person decides: both have spoken
--   refused   a person said that it is not the tracker
CREATE TABLE tracker_networks (
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  -- /16, or /32 for IPv6: what the gateways of one carrier have in common
  network text NOT NULL CHECK (length(network) BETWEEN 1 AND 80),
  standing text NOT NULL CHECK (standing IN ('known', 'trial', 'believed', 'disputed', 'refused')),
  -- when its first word arrived
  first_at timestamptz NOT NULL,
  -- since when it stands so
  since timestamptz NOT NULL,
  -- of one that is believed: what the tracker's counter was before, for when the newcomer's readings are taken out again
  counter jsonb,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (device_id, network)
);
-- The gateways ask for what changed.
CREATE INDEX tracker_networks_changed ON tracker_networks (updated_at);
CREATE INDEX tracker_networks_believed ON tracker_networks (since) WHERE standing = 'believed';
`

const disputes = `
-- Two senders spoke in one tracker's name. Ends with a person's decision about the newcomer.
CREATE TABLE tracker_disputes (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  -- whose the device was, and what it was on, when both had spoken
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  entity_id int REFERENCES entities ON DELETE SET NULL,
  -- the newcomer's, as in tracker_networks
  network text NOT NULL,
  protocol text NOT NULL,
  -- the newcomer's first word
  began_at timestamptz NOT NULL,
  -- when the known sender spoke again
  noticed_at timestamptz NOT NULL,
  -- whether the newcomer had moved the vehicle meanwhile, which is being undone
  was_believed boolean NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX tracker_disputes_open ON tracker_disputes (device_id, network) WHERE ended_at IS NULL;
CREATE INDEX tracker_disputes_business ON tracker_disputes (business_id);
CREATE INDEX tracker_disputes_entity ON tracker_disputes (entity_id);
`

const newcomers = `
ALTER TABLE doubted_senders DROP CONSTRAINT doubted_senders_reason_check;
ALTER TABLE doubted_senders ADD CONSTRAINT doubted_senders_reason_check
  CHECK (reason IN ('conflict', 'protocol', 'place', 'network', 'certificate', 'newcomer'));
-- Of a newcomer: its row in tracker_networks.
ALTER TABLE doubted_senders ADD COLUMN newcomer_network text;
ALTER TABLE doubted_senders ADD CHECK ((reason = 'newcomer') = (newcomer_network IS NOT NULL));
CREATE INDEX doubted_senders_newcomer ON doubted_senders (device_id, newcomer_network) WHERE newcomer_network IS NOT NULL;

-- What a newcomer sent is taken into the track or out of it as its network stands.
CREATE TRIGGER ring AFTER UPDATE OF standing ON tracker_networks
  FOR EACH ROW WHEN (NEW.standing IN ('believed', 'known', 'disputed', 'refused')) EXECUTE FUNCTION work_ring_for('packets_aside');
`

const rhythm = `
-- The longest pause between two messages, which fades by half in a week: how long the tracker may be silent and still be there.
ALTER TABLE device_states ADD COLUMN rhythm_s real CHECK (rhythm_s >= 0);
`

const access = `
GRANT SELECT, INSERT, UPDATE ON tracker_networks TO roadbook_api;
GRANT SELECT, UPDATE (ended_at) ON tracker_disputes TO roadbook_api;
ALTER TABLE tracker_networks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tracker_disputes ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON tracker_networks TO roadbook_api USING (EXISTS (
  SELECT FROM devices d WHERE d.id = device_id AND ((SELECT scope_is_all()) OR d.business_id IN (SELECT scope_ids()))
));
CREATE POLICY scope ON tracker_disputes TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

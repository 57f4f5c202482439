import { Migration } from './migration.js'

/**
 * Adds requests to recalculate the trips of vehicles. The API accepts them and a consumer process carries them out, because
 * only consumer processes write trips.
 */
export class TripRecalculations1763700000054 extends Migration {
  readonly steps = [table]
}

const table = `
CREATE TABLE trip_recalculations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  -- when which tracker was on it, as far as whoever asked may see
  installation_ids int[] NOT NULL,
  requested_by int REFERENCES users ON DELETE SET NULL,
  from_at timestamptz NOT NULL,
  till_at timestamptz NOT NULL CHECK (till_at >= from_at),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  -- Steps and what they changed are written with the trips: a consumer that was killed leaves no step half done, and none is counted twice.
  done_till timestamptz,
  added int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  removed int NOT NULL DEFAULT 0,
  -- Whoever took it writes as long as nobody took it since. Who is silent for a while is taken for dead.
  takings smallint NOT NULL DEFAULT 0,
  stepped_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  CHECK ((ended_at IS NULL) = (state IN ('queued', 'running')))
);
CREATE UNIQUE INDEX trip_recalculations_open ON trip_recalculations (entity_id) WHERE state IN ('queued', 'running');
CREATE INDEX trip_recalculations_entity ON trip_recalculations (entity_id, id);
CREATE INDEX trip_recalculations_business ON trip_recalculations (business_id);
CREATE INDEX trip_recalculations_author ON trip_recalculations (requested_by);
GRANT SELECT, INSERT ON trip_recalculations TO roadbook_api;
ALTER TABLE trip_recalculations ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON trip_recalculations TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

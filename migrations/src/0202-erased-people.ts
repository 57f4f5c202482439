import { Migration } from './migration.js'

/** Adds the ids of erased persons, so that their erasure can be repeated after an older backup is restored (decision 115). */
export class ErasedPeople1763700000202 extends Migration {
  readonly steps = [tables]
}

const tables = `
-- No process reads it, so none has a right to it. The owner's commands do.
CREATE TABLE erased_people (
  kind text NOT NULL CHECK (kind IN ('user', 'customer')),
  person_id int NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, person_id)
);
`

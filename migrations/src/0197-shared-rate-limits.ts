import { Migration } from './migration.js'

/** Adds the counts of requests with which all processes together keep to one rate limit (decision 110). */
export class SharedRateLimits1763700000197 extends Migration {
  readonly steps = [tables]
}

const tables = `
-- Not logged: after a crash of the server the counts begin anew. The key is a hash of the limit's name and of a token or an address.
CREATE UNLOGGED TABLE request_counts (
  key bytea PRIMARY KEY,
  hits int NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Calls of users within the last minute, of those operations that are limited by user.
CREATE UNLOGGED TABLE user_calls (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  operation text NOT NULL,
  called_at timestamptz[] NOT NULL,
  PRIMARY KEY (user_id, operation)
) WITH (fillfactor = 50);
`

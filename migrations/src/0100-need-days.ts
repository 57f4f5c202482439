import { Migration } from './migration.js'

/** Counts the vehicles that needed attention on each of the last days, so that Home can show a trend (D.4). */
export class NeedDays1763700000100 extends Migration {
  readonly steps = [days]
}

const days = `
-- Counted once a day and kept for some weeks: what is silent or low now says nothing of what was a week ago.
CREATE TABLE need_days (
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  -- of UTC
  day date NOT NULL,
  -- vehicles of this business, not of those below it, by need: {"silent": 3, …}, zeros included
  vehicles jsonb NOT NULL CHECK (jsonb_typeof(vehicles) = 'object'),
  PRIMARY KEY (business_id, day)
);
CREATE INDEX need_days_day ON need_days (day);

GRANT SELECT, INSERT, DELETE ON need_days TO roadbook_api;
ALTER TABLE need_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON need_days TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

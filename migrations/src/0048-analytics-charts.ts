import { Migration } from './migration.js'

/** G-63: stores the charts of a user's screen, so that all devices of the user show the same charts. */
export class AnalyticsCharts1763700000048 extends Migration {
  readonly steps = [table]
}

const table = `
CREATE TABLE analytics_charts (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- as they were sent
  charts jsonb NOT NULL CHECK (jsonb_typeof(charts) = 'array'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON analytics_charts TO roadbook_api;
ALTER TABLE analytics_charts ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON analytics_charts TO roadbook_api USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));
`

import { Migration } from './migration.js'

/**
 * Adds notifications of alerts: the recipient, the channel and the time. Whether to notify is decided only once, in the
 * transaction that deletes the alert's unprocessed change from `alert_news` (decision 65).
 */
export class AlertTellings1763700000131 extends Migration {
  readonly steps = [tellings, bell]
}

const tellings = `
CREATE TABLE alert_tellings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  -- one that stands again after it was withdrawn is raised once more
  change text NOT NULL CHECK (change IN ('raised', 'withdrawn')),
  -- from when on it counts beside the inbox in the portal; null where it does not
  bell_at timestamptz,
  -- when it is to be mailed; null where it is not, or not any more
  mail_at timestamptz,
  -- with what else happened, in the morning
  digest boolean NOT NULL DEFAULT false,
  mailed_at timestamptz CHECK (mailed_at IS NULL OR mail_at IS NOT NULL),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alert_tellings_alert ON alert_tellings (alert_id);
CREATE INDEX alert_tellings_bell ON alert_tellings (user_id, bell_at) WHERE bell_at IS NOT NULL;
CREATE INDEX alert_tellings_mail ON alert_tellings (mail_at) WHERE mailed_at IS NULL AND mail_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON alert_tellings TO roadbook_api;
GRANT SELECT, DELETE ON alert_news TO roadbook_api;
ALTER TABLE alert_tellings ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON alert_tellings TO roadbook_api USING (EXISTS (SELECT 1 FROM alerts a WHERE a.id = alert_id));
ALTER TABLE alert_news ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON alert_news TO roadbook_api USING (EXISTS (SELECT 1 FROM alerts a WHERE a.id = alert_id));
`

const bell = `
CREATE TRIGGER ring AFTER INSERT ON alert_news FOR EACH STATEMENT EXECUTE FUNCTION work_ring();
`

import { Migration } from './migration.js'

/**
 * Adds app notifications (A.17): messages to the customers of a business and of the businesses below it, the phones and
 * browsers that are registered for these messages, and the result of each message on each device.
 */
export class AppNotifications1763700000053 extends Migration {
  readonly steps = [notifications, registrations, recipients, outbox, access]
}

const notifications = `
CREATE TABLE app_notifications (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- whose: it goes to consumers of this business and those below it
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  created_by int REFERENCES users ON DELETE SET NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 65),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 240),
  time_zone text NOT NULL,
  was_updated boolean NOT NULL DEFAULT false,
  -- as the sender's clock shows it in the zone, and the moment that it meant when it was saved
  planned_for timestamp NOT NULL,
  planned_at timestamptz NOT NULL,
  -- {"kind": "all"}, or {"kind": "selection", …}: who that is, is decided at the sending
  audience jsonb NOT NULL CHECK (audience ->> 'kind' IN ('all', 'selection')),
  state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'sending', 'sent', 'failed', 'deleted')),
  sending_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((state = 'deleted') = (deleted_at IS NOT NULL)),
  CHECK ((state IN ('planned', 'deleted')) = (sending_at IS NULL)),
  CHECK ((state IN ('sent', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX app_notifications_business ON app_notifications (business_id, planned_at DESC);
CREATE INDEX app_notifications_due ON app_notifications (planned_at) WHERE state IN ('planned', 'sending');
CREATE INDEX app_notifications_author ON app_notifications (created_by);
`

const registrations = `
CREATE TABLE push_registrations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- a consumer's phone, or the browser of somebody who uses the portal
  consumer_id int REFERENCES consumers ON DELETE CASCADE,
  user_id int REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('fcm', 'webpush')),
  -- {"token"}, or {"endpoint", "p256dh", "auth"}
  address jsonb NOT NULL,
  address_hash bytea NOT NULL UNIQUE CHECK (length(address_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(consumer_id, user_id) = 1)
);
CREATE INDEX push_registrations_consumer ON push_registrations (consumer_id);
CREATE INDEX push_registrations_user ON push_registrations (user_id);

-- A phone or a browser is one person's at a time: whoever signs in there next takes it over, and whose it was may be out of their
-- sight.
CREATE FUNCTION push_registrations_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(53, hashtext(encode(NEW.address_hash, 'hex')));
  DELETE FROM push_registrations WHERE address_hash = NEW.address_hash;
  RETURN NEW;
END $$;
CREATE TRIGGER push_registrations_move BEFORE INSERT ON push_registrations
  FOR EACH ROW EXECUTE FUNCTION push_registrations_move();
`

const recipients = `
-- One row for each device of each person, or one without a device.
CREATE TABLE app_notification_recipients (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id int NOT NULL REFERENCES app_notifications ON DELETE CASCADE,
  consumer_id int REFERENCES consumers ON DELETE CASCADE,
  -- who reads along in the portal
  user_id int REFERENCES users ON DELETE CASCADE,
  registration_id int REFERENCES push_registrations ON DELETE SET NULL,
  kind text CHECK (kind IN ('fcm', 'webpush')),
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'no-device')),
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- whoever sends it has it to themselves until then; one that died lets go of it
  claimed_until timestamptz,
  -- why it failed, or why it is tried again
  reason jsonb,
  ended_at timestamptz,
  CHECK (num_nonnulls(consumer_id, user_id) = 1),
  CHECK ((state = 'no-device') = (kind IS NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX app_notification_recipients_notification ON app_notification_recipients (notification_id, state);
CREATE INDEX app_notification_recipients_waiting ON app_notification_recipients (notification_id, next_attempt_at)
  WHERE state = 'waiting';
CREATE INDEX app_notification_recipients_consumer ON app_notification_recipients (consumer_id);
CREATE INDEX app_notification_recipients_user ON app_notification_recipients (user_id);
CREATE INDEX app_notification_recipients_registration ON app_notification_recipients (registration_id);
`

const outbox = `
-- What would have been sent where no provider is configured. It lies with the mails that went no further: neither is the API's to
-- read, which leaves it there by a function.
CREATE TABLE mailbox.pushes (
  -- of the recipient's row: what comes again is the same push
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  address text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION keep_push(push_id bigint, kind text, address text, title text, body text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO mailbox.pushes (id, kind, address, title, body) VALUES (push_id, kind, address, title, body)
    ON CONFLICT (id) DO NOTHING;
  -- The newest make room for themselves.
  DELETE FROM mailbox.pushes p WHERE p.id <= (SELECT o.id FROM mailbox.pushes o ORDER BY o.id DESC OFFSET 1000 LIMIT 1);
$$;
`

const access = `
GRANT SELECT, INSERT, UPDATE ON app_notifications, app_notification_recipients TO roadbook_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_registrations TO roadbook_api;
ALTER TABLE app_notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON app_notifications TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER TABLE push_registrations ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON push_registrations TO roadbook_api
  USING (EXISTS (SELECT 1 FROM consumers k WHERE k.id = consumer_id) OR EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));
ALTER TABLE app_notification_recipients ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON app_notification_recipients TO roadbook_api
  USING (EXISTS (SELECT 1 FROM app_notifications n WHERE n.id = notification_id));
`

/**
 * Table of commands, one row each from the request to the end. Rows are never deleted, so the table is the history. CHECK
 * constraints define the columns of each state, so no process can write an incomplete state.
 */
export const commandTable = `
CREATE TABLE device_commands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES devices ON DELETE RESTRICT,
  -- what it was asked for, and whose that was at the time: the history stays with them
  entity_id int REFERENCES entities ON DELETE RESTRICT,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('text', 'locate', 'undo')),
  -- in the maker's words; null while it is to be chosen by the protocol that the tracker speaks when it is sent
  text text CHECK (length(text) BETWEEN 1 AND 1000 AND text !~ '[[:cntrl:]]'),
  requested_by int REFERENCES users ON DELETE SET NULL,
  idempotency_key text CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  -- the locate that this takes back
  undo_of bigint REFERENCES device_commands ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  not_before timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled')),
  -- of the claim: the gateway that alone may write it to the tracker, and until when an answer counts
  sent_at timestamptz,
  gateway text,
  serial int CHECK (serial BETWEEN 1 AND 65535),
  answer_by timestamptz,
  reply text,
  replied_at timestamptz,
  failure text CHECK (failure IN ('no_answer', 'refused', 'not_sendable')),
  failure_detail text,
  ended_at timestamptz,
  CHECK (expires_at > not_before),
  CHECK ((kind = 'undo') = (undo_of IS NOT NULL)),
  CHECK (kind <> 'text' OR text IS NOT NULL),
  CHECK (num_nonnulls(sent_at, gateway, serial, answer_by) IN (0, 4)),
  CHECK (answer_by > sent_at),
  CHECK ((reply IS NULL) = (replied_at IS NULL)),
  CHECK ((state IN ('queued', 'sent')) = (ended_at IS NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK (failure_detail IS NULL OR failure IS NOT NULL),
  CHECK (state NOT IN ('queued', 'expired', 'cancelled') OR (sent_at IS NULL AND replied_at IS NULL)),
  CHECK (state NOT IN ('sent', 'acknowledged') OR (sent_at IS NOT NULL AND text IS NOT NULL)),
  CHECK ((state = 'acknowledged' OR failure IS NOT DISTINCT FROM 'refused') = (replied_at IS NOT NULL)),
  CHECK (failure IS DISTINCT FROM 'no_answer' OR sent_at IS NOT NULL)
);
-- One command is on its way to a tracker at a time: answers without a serial number would have no owner.
CREATE UNIQUE INDEX device_commands_in_flight ON device_commands (device_id) WHERE state = 'sent';
-- Asking twice for the same is asking once.
CREATE UNIQUE INDEX device_commands_locate ON device_commands (device_id) WHERE kind = 'locate' AND state = 'queued';
CREATE UNIQUE INDEX device_commands_undo ON device_commands (device_id) WHERE kind = 'undo' AND state = 'queued';
CREATE UNIQUE INDEX device_commands_asked_once ON device_commands (requested_by, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX device_commands_waiting ON device_commands (device_id, id) WHERE state = 'queued';
CREATE INDEX device_commands_expiry ON device_commands (expires_at) WHERE state = 'queued';
CREATE INDEX device_commands_answer_by ON device_commands (answer_by) WHERE state = 'sent';
CREATE INDEX device_commands_history ON device_commands (device_id, created_at DESC);
CREATE INDEX device_commands_entity ON device_commands (entity_id, id) WHERE kind = 'locate';
CREATE INDEX device_commands_undone ON device_commands (undo_of) WHERE undo_of IS NOT NULL;
`

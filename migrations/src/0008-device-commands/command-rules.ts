/**
 * Rules for a command's state changes. A sent command never returns to the queue, unless its gateway reports that it wrote
 * nothing. An answer is accepted even if the command was given up before. Requests may only create and cancel commands.
 */
export const commandRules = `
CREATE FUNCTION device_commands_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (
    (OLD.state = 'queued' AND NEW.state IN ('sent', 'failed', 'expired', 'cancelled')) OR
    (OLD.state = 'sent' AND NEW.state IN ('acknowledged', 'failed', 'queued')) OR
    (OLD.state = 'failed' AND OLD.failure = 'no_answer' AND (NEW.state = 'acknowledged' OR NEW.failure = 'refused'))
  ) THEN
    RAISE EXCEPTION 'a command that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER device_commands_step BEFORE UPDATE OF state ON device_commands
  FOR EACH ROW EXECUTE FUNCTION device_commands_step();

ALTER TABLE device_commands ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON device_commands TO roadbook_api;
GRANT INSERT (device_id, entity_id, business_id, kind, text, requested_by, idempotency_key, expires_at)
  ON device_commands TO roadbook_api;
GRANT UPDATE (state, ended_at) ON device_commands TO roadbook_api;
CREATE POLICY scope_read ON device_commands FOR SELECT TO roadbook_api USING (in_scope(business_id));
CREATE POLICY ask ON device_commands FOR INSERT TO roadbook_api WITH CHECK (in_scope(business_id));
CREATE POLICY take_back ON device_commands FOR UPDATE TO roadbook_api
  USING (in_scope(business_id) AND state = 'queued') WITH CHECK (in_scope(business_id) AND state = 'cancelled');
`

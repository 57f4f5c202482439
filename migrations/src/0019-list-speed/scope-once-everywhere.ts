/**
 * The remaining policies that split the scope for every row. Some policies depend on another table. They are written as a
 * query for a single row of that table. The planner can then choose the cheaper way: look up the rows one by one if there
 * are few, or collect all of them once. The policies allow the same rows as before.
 */
export const scopeOnceEverywhere = `
ALTER POLICY scope ON background_jobs USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER POLICY scope ON identity_changes USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER POLICY post ON outgoing_mails WITH CHECK ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER POLICY ask ON device_commands WITH CHECK ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER POLICY take_back ON device_commands
  USING (((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids())) AND state = 'queued')
  WITH CHECK (((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids())) AND state = 'cancelled');

ALTER POLICY scope ON user_permissions USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));
ALTER POLICY scope ON api_tokens USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));
ALTER POLICY scope ON idempotency_keys USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));
ALTER POLICY scope ON user_devices
  USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id) AND EXISTS (SELECT 1 FROM devices d WHERE d.id = device_id));
ALTER POLICY scope ON consents USING (EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id));
ALTER POLICY scope ON missing_cases USING (EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id));
`

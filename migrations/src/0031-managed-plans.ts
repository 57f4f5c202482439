import { Migration } from './migration.js'

/** Lets requests create, change, delete and restore maintenance plans. */
export class ManagedPlans1763700000031 extends Migration {
  readonly steps = [managedPlans]
}

const managedPlans = `
-- a deleted plan keeps its vehicles, so that it can come back with them; nothing becomes due by it meanwhile
ALTER TABLE maintenance_plans ADD COLUMN deleted_at timestamptz, ADD CHECK (deleted_at IS NULL OR NOT active);
-- a plan says every interval once; of two that were alike the older one stays
DELETE FROM maintenance_triggers t USING maintenance_triggers older
WHERE (older.plan_id, older.name, older.value, older.metric) = (t.plan_id, t.name, t.value, t.metric) AND older.id < t.id;
ALTER TABLE maintenance_triggers ADD UNIQUE (plan_id, name, value, metric);
GRANT INSERT, UPDATE ON maintenance_plans TO roadbook_api;
GRANT INSERT, UPDATE, DELETE ON maintenance_triggers TO roadbook_api;
`

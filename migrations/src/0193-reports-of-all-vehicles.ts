import { Migration } from './migration.js'

/**
 * Lets a report or schedule without a target group cover all vehicles. If the group of a report is deleted, the report must
 * never cover all vehicles.
 */
export class ReportsOfAllVehicles1763700000193 extends Migration {
  readonly steps = [groups]
}

const groups = `
-- Groups are marked as deleted, and their schedules pause. None was without its group until now; if one was, it pauses and says why.
UPDATE report_schedules SET is_active = false, paused_reason = '{"code": "reports.group-gone", "values": {}}' WHERE target_group_id IS NULL;
ALTER TABLE report_schedules DROP CONSTRAINT report_schedules_target_group_id_fkey;
ALTER TABLE report_schedules ADD CONSTRAINT report_schedules_target_group_id_fkey
  FOREIGN KEY (target_group_id) REFERENCES tags (id) ON DELETE CASCADE;
ALTER TABLE report_requests DROP CONSTRAINT report_requests_target_group_id_fkey;
ALTER TABLE report_requests ADD CONSTRAINT report_requests_target_group_id_fkey
  FOREIGN KEY (target_group_id) REFERENCES tags (id) ON DELETE CASCADE;
`

import { type Sql, sql } from '../../database/sql.js'

/**
 * Returns the firmware that the trackers of each model in a business should have. It is the firmware of the last finished
 * update of the model in the business, or the most common firmware if there was no update. Columns: business_id, model and
 * firmware.
 * @param these condition on the devices to include; all in scope by default
 */
export const wantedFirmware = (these: Sql = sql`TRUE`): Sql => sql`(
    SELECT DISTINCT ON (known.business_id, known.model) known.business_id, known.model, known.firmware FROM (
      SELECT o.business_id, o.model, q.to_firmware AS firmware, 1 AS rank, extract(epoch FROM q.ended_at) AS weight
      FROM device_updates q JOIN devices o ON o.id = q.device_id
      WHERE q.state = 'done' AND q.to_firmware IS NOT NULL AND o.model IS NOT NULL AND o.deleted_at IS NULL AND ${these}
      UNION ALL
      SELECT o.business_id, o.model, o.firmware_version, 2, count(*) FROM devices o
      WHERE o.firmware_version IS NOT NULL AND o.model IS NOT NULL AND o.deleted_at IS NULL AND ${these}
      GROUP BY o.business_id, o.model, o.firmware_version
    ) known
    ORDER BY known.business_id, known.model, known.rank, known.weight DESC, known.firmware DESC
  )`

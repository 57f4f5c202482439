import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { RowOf } from '../../../http/api-row.js'
import type { BLOCKED, FleetStatisticsDto, FoundDeviceDto, InstallationDto } from '../dto/device.dto.js'
import { FIRMWARE_DRIFT } from '../device-list.js'
import { wantedFirmware } from '../wanted-firmware-sql.js'

/** Maximum number of devices in the result. A person who searches by number has no use for a longer list. */
const MAX_FOUND = 20

type FoundDeviceRow = RowOf<Omit<FoundDeviceDto, 'blocked' | 'blocked_message'>, 'last_seen'> & {
  blocked: keyof typeof BLOCKED | null
}

/** Queries about devices, other than those of the list of devices. */
@Injectable()
export class DeviceSearchRepository {
  /**
   * Finds devices by the last digits of their IMEI. At least six digits are needed. Devices that can be installed come first.
   */
  findByEnd(transaction: ScopedTransaction, digits: string): Promise<FoundDeviceRow[]> {
    return transaction.rows<FoundDeviceRow>(sql`SELECT d.id, d.imei, d.model, d.firmware_version, b.name AS business_name,
        coalesce(s.last_received_at, g.heard_at) AS last_seen, coalesce(s.is_hidden, FALSE) AS location_hidden,
        e.id AS entity_id, e.name AS entity_name,
        -- R-130: an unregistered entity gives way when its tracker is installed
        CASE WHEN i.id IS NOT NULL AND e.vehicle_type <> 'unregistered' THEN 'installed'
          WHEN d.returned_at IS NOT NULL THEN 'returned' END AS blocked
      FROM devices d JOIN businesses b ON b.id = d.business_id
      LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      LEFT JOIN entities e ON e.id = i.entity_id
      LEFT JOIN told_states s ON s.device_id = d.id LEFT JOIN device_signs g ON g.device_id = d.id
      WHERE right(d.imei, 6) = right(${digits}::text, 6) AND d.imei LIKE '%' || ${digits}::text AND d.deleted_at IS NULL
        AND ${transaction.within(sql`d.business_id`)}
      ORDER BY i.id IS NOT NULL AND e.vehicle_type <> 'unregistered', d.returned_at IS NOT NULL, d.imei LIMIT ${MAX_FOUND}`)
  }

  async count(transaction: ScopedTransaction): Promise<FleetStatisticsDto> {
    const counted = await transaction.row<FleetStatisticsDto>(sql`SELECT count(*)::int AS total,
        count(*) FILTER (WHERE i.id IS NULL AND d.returned_at IS NULL)::int AS free, count(i.id)::int AS installed,
        count(*) FILTER (WHERE i.id IS NULL AND d.returned_at IS NOT NULL)::int AS returned,
        count(*) FILTER (WHERE coalesce(s.judged_at, g.heard_at) > now() - interval '3 minutes')::int AS live,
        count(i.id) FILTER (WHERE s.judged_at <= now() - interval '26 hours')::int AS silent,
        count(*) FILTER (WHERE coalesce(s.judged_at, g.heard_at) IS NULL)::int AS never_seen,
        count(*) FILTER (WHERE ${FIRMWARE_DRIFT})::int AS firmware_drift
      FROM devices d
      LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      LEFT JOIN told_states s ON s.device_id = d.id LEFT JOIN device_signs g ON g.device_id = d.id
      LEFT JOIN ${wantedFirmware()} w ON w.business_id = d.business_id AND w.model = d.model
      WHERE d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)}`)
    if (!counted) throw new Error('a count answers one row')
    return counted
  }

  /** Returns the installations of a device, newest first. Leaves out installations on vehicles out of scope. */
  installationsOf(transaction: ScopedTransaction, deviceId: number): Promise<RowOf<InstallationDto>[]> {
    return transaction.rows<RowOf<InstallationDto>>(sql`SELECT i.id, i.entity_id, e.name AS entity_name, i.installed_at,
        came.first_name || ' ' || came.last_name AS installed_by, i.removed_at,
        took.first_name || ' ' || took.last_name AS removed_by, i.removal_reason
      FROM installations i LEFT JOIN entities e ON e.id = i.entity_id
      LEFT JOIN users came ON came.id = i.installed_by LEFT JOIN users took ON took.id = i.removed_by
      WHERE i.device_id = ${deviceId} AND ${transaction.within(sql`i.business_id`)}
      ORDER BY i.installed_at DESC, i.id DESC LIMIT 200`)
  }
}

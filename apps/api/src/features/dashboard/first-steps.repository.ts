import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type {
  FirstStepsBusinessDto,
  FirstStepsDeviceDto,
  FirstStepsDoneDto,
  FirstStepsVehicleDto,
} from './dto/first-steps.dto.js'

export interface KnockRow {
  imei: string
  protocol: string
  remote_address: string
  last_seen_at: Date
}

/** Maximum knocks (connection attempts of unregistered trackers) on this page. The list of devices shows all. */
const MOST_KNOCKS = 5

@Injectable()
export class FirstStepsRepository {
  /**
   * Returns the steps that were ever done. Deleted rows count too, so that a finished step stays finished. As soon as the
   * system has a trip, each check is one look-up in an index.
   */
  async findDone(transaction: ScopedTransaction): Promise<FirstStepsDoneDto> {
    const knocked = sql`${transaction.scope === 'all'}::boolean AND EXISTS (SELECT FROM unknown_devices)`
    const done = await transaction.row<FirstStepsDoneDto>(sql`
      SELECT business, register OR knocked AS point, register, install, move, invite FROM (SELECT
        EXISTS (SELECT FROM businesses b WHERE ${transaction.within(sql`b.id`)}) AS business,
        ${knocked} AS knocked,
        EXISTS (SELECT FROM devices d WHERE ${transaction.within(sql`d.business_id`)}) AS register,
        EXISTS (SELECT FROM installations i WHERE ${transaction.within(sql`i.business_id`)}) AS install,
        EXISTS (SELECT FROM trips t WHERE ${transaction.within(sql`t.business_id`)})
          OR EXISTS (SELECT FROM told_states s JOIN installations i ON i.device_id = s.device_id AND i.entity_id = s.entity_id
            WHERE ${transaction.within(sql`s.business_id`)}
              AND least(s.valid_positioned_at, s.last_activity_at) >= i.installed_at) AS move,
        (SELECT count(*) FROM (SELECT FROM users u
          WHERE ${transaction.scope === 'all'}::boolean OR ${transaction.within(sql`u.business_id`)} LIMIT 2) two) > 1 AS invite
      ) ever`)
    return done as FirstStepsDoneDto
  }

  findNewestBusiness(transaction: ScopedTransaction): Promise<FirstStepsBusinessDto | undefined> {
    return transaction.row(sql`SELECT b.id, b.name FROM businesses b
      WHERE ${transaction.within(sql`b.id`)} ORDER BY b.id DESC LIMIT 1`)
  }

  /**
   * Finds unregistered trackers that tried to connect. Leaves out trackers that were registered since. The list of devices
   * shows the same trackers.
   */
  findKnocks(transaction: ScopedTransaction): Promise<KnockRow[]> {
    return transaction.rows<KnockRow>(sql`SELECT u.imei, u.protocol, u.remote_address, u.last_seen_at FROM unknown_devices u
      WHERE ${transaction.scope === 'all'}::boolean AND NOT EXISTS (
        SELECT FROM devices d WHERE (d.imei = u.imei OR d.tracker_id = u.imei) AND d.deleted_at IS NULL)
      ORDER BY u.last_seen_at DESC LIMIT ${MOST_KNOCKS}`)
  }

  findFreeDevice(transaction: ScopedTransaction): Promise<FirstStepsDeviceDto | undefined> {
    return transaction.row(sql`SELECT d.imei, d.business_id FROM devices d
      WHERE ${transaction.within(sql`d.business_id`)} AND d.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL)
      ORDER BY d.id DESC LIMIT 1`)
  }

  findVehicle(transaction: ScopedTransaction): Promise<FirstStepsVehicleDto | undefined> {
    return transaction.row(sql`SELECT e.id AS entity_id, e.name, d.imei, s.valid_positioned_at IS NOT NULL AS is_on_map
      FROM installations i
        JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL
        JOIN devices d ON d.id = i.device_id
        LEFT JOIN told_states s ON s.device_id = d.id AND s.entity_id = e.id
      WHERE ${transaction.within(sql`i.business_id`)} AND i.removed_at IS NULL
      ORDER BY i.installed_at DESC, i.id DESC LIMIT 1`)
  }
}

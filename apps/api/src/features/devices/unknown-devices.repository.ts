import { Injectable } from '@nestjs/common'
import { conditionsSql, pageSql } from '../../database/list-sql.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { ListCriteria } from '../../http/list-fields.js'
import { UNKNOWN_DEVICE_LIST } from './unknown-device-list.js'

export interface UnknownDeviceRow {
  imei: string
  protocol: string
  remote_address: string
  attempts: number
  first_seen_at: Date
  last_seen_at: Date
}

@Injectable()
export class UnknownDevicesRepository {
  /** They belong to no business: whoever does not see every business sees none of them. */
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: UnknownDeviceRow[]; total: number }> {
    const selected = sql`FROM unknown_devices u
      WHERE ${transaction.scope === 'all'}::boolean AND ${conditionsSql(criteria, UNKNOWN_DEVICE_LIST)}`
    const counted = await transaction.row<{ total: number }>(sql`SELECT count(*) AS total ${selected}`)
    const rows = await transaction.rows<UnknownDeviceRow>(
      sql`SELECT u.imei, u.protocol, u.remote_address, u.attempts, u.first_seen_at, u.last_seen_at
        ${selected} ${pageSql(criteria, UNKNOWN_DEVICE_LIST, sql`u.imei`)}`,
    )
    return { rows, total: counted?.total ?? 0 }
  }
}

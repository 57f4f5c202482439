import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { entitySource, lastPositionColumns } from '../entities/index.js'
import type { MarkerRow } from './marker.row.js'

@Injectable()
export class MapRepository {
  /** Returns every entity in scope that has a tracker or ever had a position. */
  findMarkers(transaction: ScopedTransaction, caller: Caller): Promise<MarkerRow[]> {
    return transaction.rows<MarkerRow>(sql`SELECT e.id, coalesce(d.imei, s.imei) AS imei, e.name, e.short_name,
        v.name AS sub_vendor_name, b.name AS business_name, e.vehicle_type, e.brand, e.model,
        e.consumer_id IS NOT NULL AS is_consumers,
        ${lastPositionColumns(caller)}
      ${entitySource(transaction, caller)} AND (i.id IS NOT NULL OR s.latitude IS NOT NULL OR s.is_hidden)
      ORDER BY e.id`)
  }
}

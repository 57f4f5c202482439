import { Injectable } from '@nestjs/common'
import { LOCATION_PERMISSION } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { RowOf } from '../../../http/api-row.js'
import { nameOf } from '../cases/missing-case-list.js'
import type { CaseAssigneeDto, CaseReportingDto, CaseVehicleDto } from '../dto/case-room.dto.js'

@Injectable()
export class CaseRoomRepository {
  findVehicle(transaction: ScopedTransaction, entityId: number): Promise<(CaseVehicleDto & { imei: string | null }) | undefined> {
    return transaction.row<CaseVehicleDto & { imei: string | null }>(sql`SELECT e.name, e.vehicle_type, e.brand, e.model, e.color,
        e.frame_number, e.license_plate, d.imei
      FROM entities e
      LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL AND ${transaction.within(sql`i.business_id`)}
      LEFT JOIN devices d ON d.id = i.device_id
      WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** Finds the reporting state of the tracker with the last request. */
  findReporting(transaction: ScopedTransaction, caseId: number): Promise<RowOf<CaseReportingDto> | undefined> {
    return transaction.row<RowOf<CaseReportingDto>>(sql`SELECT r.state, r.asked_at, r.often_at, r.restored_at
      FROM missing_case_reporting r JOIN missing_cases m ON m.id = r.case_id JOIN entities e ON e.id = m.entity_id
      WHERE r.case_id = ${caseId} AND ${transaction.within(sql`e.business_id`)}
      ORDER BY r.asked_at DESC, r.device_id DESC LIMIT 1`)
  }

  /**
   * Finds the users that a case of this business may be assigned to, ordered by name. These users see the business's vehicles
   * and are allowed to manage missing vehicles.
   */
  findAssignees(transaction: ScopedTransaction, businessId: number): Promise<CaseAssigneeDto[]> {
    return transaction.rows<CaseAssigneeDto>(sql`SELECT u.id, u.first_name || ' ' || u.last_name AS name,
        coalesce(b.name, '') AS business_name
      FROM users u LEFT JOIN businesses b ON b.id = u.business_id
      WHERE ${mayLookFor(transaction, businessId)}
      ORDER BY in_order(u.first_name || ' ' || u.last_name), u.id LIMIT 500`)
  }

  /** Returns the name of a user in scope, or a dash. */
  async nameOf(transaction: ScopedTransaction, userId: number): Promise<string> {
    const found = await transaction.row<{ name: string | null }>(sql`SELECT ${nameOf(transaction, sql`${userId}::int`)} AS name`)
    return found?.name ?? '–'
  }

  async isAssignee(transaction: ScopedTransaction, userId: number, businessId: number): Promise<boolean> {
    const found = await transaction.row(
      sql`SELECT u.id FROM users u WHERE u.id = ${userId} AND ${mayLookFor(transaction, businessId)}`,
    )
    return found !== undefined
  }
}

/** Returns the condition that a case of this business may be assigned to a user. Alias: u user. */
const mayLookFor = (transaction: ScopedTransaction, businessId: number): Sql => sql`u.deleted_at IS NULL
  AND ${transaction.within(sql`u.business_id`)}
  AND (u.business_id IS NULL OR u.business_id IN (
    SELECT unnest(own.path) FROM businesses own WHERE own.id = ${businessId} AND ${transaction.within(sql`own.id`)}
  ))
  AND (EXISTS (SELECT 1 FROM role_permissions r WHERE r.role_id = u.role_id AND r.permission = ${LOCATION_PERMISSION})
    OR EXISTS (SELECT 1 FROM user_permissions g WHERE g.user_id = u.id AND g.permission = ${LOCATION_PERMISSION}))`

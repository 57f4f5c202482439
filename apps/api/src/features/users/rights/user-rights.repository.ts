import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'

export interface RightsRow {
  role_permissions: string[]
  extra_permissions: string[]
}

export interface UserDeviceRow {
  id: number
  imei: string
  title: string | null
}

@Injectable()
export class UserRightsRepository {
  async find(transaction: ScopedTransaction, userId: number): Promise<RightsRow> {
    return (await this.findAll(transaction, [userId])).get(userId) ?? { role_permissions: [], extra_permissions: [] }
  }

  /** Returns the rights by user id. */
  async findAll(transaction: ScopedTransaction, userIds: readonly number[]): Promise<Map<number, RightsRow>> {
    const rows = await transaction.rows<RightsRow & { id: number }>(sql`SELECT u.id,
        ARRAY(SELECT permission FROM role_permissions WHERE role_id = u.role_id ORDER BY 1) AS role_permissions,
        ARRAY(SELECT permission FROM user_permissions WHERE user_id = u.id ORDER BY 1) AS extra_permissions
      FROM users u WHERE u.id = ANY (${[...userIds]}::int[]) AND ${transaction.within(sql`u.business_id`)}`)
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Sets the role. A super admin belongs to no business. */
  async setRole(transaction: ScopedTransaction, userId: number, roleId: number, isSuperAdmin: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE users SET role_id = ${roleId}, updated_at = now(),
      business_id = CASE WHEN NOT ${isSuperAdmin}::boolean THEN business_id END WHERE id = ${userId}`)
  }

  async give(transaction: ScopedTransaction, userId: number, permissions: readonly string[]): Promise<void> {
    await transaction.rows(sql`INSERT INTO user_permissions (user_id, permission)
      SELECT ${userId}, unnest(${[...permissions]}::text[]) ON CONFLICT DO NOTHING`)
  }

  /** @returns false when the user did not have the permission as an extra one, in addition to those of the role */
  async takeBack(transaction: ScopedTransaction, userId: number, permission: string): Promise<boolean> {
    const rows = await transaction.rows(
      sql`DELETE FROM user_permissions WHERE user_id = ${userId} AND permission = ${permission} RETURNING permission`,
    )
    return rows.length === 1
  }

  findDevice(transaction: ScopedTransaction, id: number): Promise<UserDeviceRow | undefined> {
    return transaction.row<UserDeviceRow>(sql`SELECT d.id, d.imei, d.title FROM devices d
      WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)}`)
  }

  async attach(transaction: ScopedTransaction, userId: number, deviceId: number): Promise<void> {
    await transaction.rows(
      sql`INSERT INTO user_devices (user_id, device_id) VALUES (${userId}, ${deviceId}) ON CONFLICT DO NOTHING`,
    )
  }

  async detach(transaction: ScopedTransaction, userId: number, deviceId: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM user_devices WHERE user_id = ${userId} AND device_id = ${deviceId}`)
  }

  findDevices(transaction: ScopedTransaction, userId: number): Promise<UserDeviceRow[]> {
    return transaction.rows<UserDeviceRow>(sql`SELECT d.id, d.imei, d.title FROM user_devices a
      JOIN devices d ON d.id = a.device_id AND ${transaction.within(sql`d.business_id`)}
      WHERE a.user_id = ${userId} AND d.deleted_at IS NULL ORDER BY d.imei`)
  }
}

import { Injectable } from '@nestjs/common'
import type { Locale } from '../../texts/locale.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { RowOf } from '../../http/api-row.js'
import type { InstallCustomerDto } from './dto/install.dto.js'
import type { EntityCustomerDto, LatestEntityDto } from './dto/installed.dto.js'

const LATEST = 20
/** Maximum businesses in the dropdown. Users would have to search in a longer list anyway. */
const MAX_BUSINESSES = 2_000

interface InstallBusinessRow {
  id: number
  name: string
  can_install_devices: boolean
}

/** Queries for an installation, other than those for the vehicle and the tracker. */
@Injectable()
export class InstallRepository {
  /** Returns whether a business is allowed to install; undefined when it is out of scope. */
  async mayInstall(transaction: ScopedTransaction, businessId: number): Promise<boolean | undefined> {
    const found = await transaction.row<{ can_install_devices: boolean }>(sql`SELECT b.can_install_devices FROM businesses b
      WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)}`)
    return found?.can_install_devices
  }

  /** Returns the businesses where vehicles can be created. The caller's own business is first, then the others by name. */
  businesses(transaction: ScopedTransaction, own: number | null): Promise<InstallBusinessRow[]> {
    return transaction.rows<InstallBusinessRow>(sql`SELECT b.id, b.name, b.can_install_devices FROM businesses b
      WHERE ${transaction.within(sql`b.id`)} ORDER BY b.id IS DISTINCT FROM ${own}::int, in_order(b.name), b.id LIMIT ${MAX_BUSINESSES}`)
  }

  /** Returns whether an entity is unregistered. */
  async isUnregistered(transaction: ScopedTransaction, entityId: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT e.id FROM entities e
      WHERE e.id = ${entityId} AND e.vehicle_type = 'unregistered' AND ${transaction.within(sql`e.business_id`)}`)
    return found !== undefined
  }

  /**
   * Returns the tags of these groups. Leaves out the types of tags of which a vehicle can have only one. Returns undefined
   * when a group is out of scope.
   */
  async tagsOfGroups(transaction: ScopedTransaction, groups: readonly number[]): Promise<number[] | undefined> {
    const known = await transaction.rows(sql`SELECT g.id FROM tag_groups g
      WHERE g.id = ANY (${[...groups]}::int[]) AND g.deleted_at IS NULL`)
    if (known.length < groups.length) return undefined
    const rows = await transaction.rows<{ id: number }>(sql`SELECT DISTINCT t.id FROM tag_group_tags gt
      JOIN tags t ON t.id = gt.tag_id
      WHERE gt.group_id = ANY (${[...groups]}::int[]) AND t.type IN ('general', 'selected') AND t.deleted_at IS NULL`)
    return rows.map(({ id }) => id)
  }

  /** Adds a customer to the vehicle's own business and gives them the vehicle. */
  async addCustomer(
    transaction: ScopedTransaction,
    entityId: number,
    customer: InstallCustomerDto,
    locale: Locale,
  ): Promise<void> {
    await transaction.rows(sql`WITH customer AS (
        INSERT INTO consumers (business_id, first_name, last_name, email, phone, address, locale)
        SELECT e.business_id, ${customer.first_name}, ${customer.last_name}, ${customer.email}, ${customer.phone ?? null}, ${customer.address ?? null},
          ${customer.locale ?? locale}
        FROM entities e WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)} RETURNING id
      )
      UPDATE entities e SET consumer_id = customer.id FROM customer
      WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** Finds the most recent installations (R-301). */
  latest(transaction: ScopedTransaction): Promise<RowOf<LatestEntityDto, 'last_seen'>[]> {
    return transaction.rows<RowOf<LatestEntityDto, 'last_seen'>>(sql`SELECT e.id, e.name, e.license_plate, d.imei, e.created_at,
        s.last_received_at AS last_seen, i.verified_at
      FROM (
        SELECT * FROM entities WHERE deleted_at IS NULL AND ${transaction.within(sql`business_id`)}
        ORDER BY created_at DESC, id DESC LIMIT ${LATEST}
      ) e
      LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
      LEFT JOIN devices d ON d.id = i.device_id
      LEFT JOIN told_states s ON s.device_id = d.id AND s.entity_id = e.id
      ORDER BY e.created_at DESC, e.id DESC`)
  }

  customerOf(transaction: ScopedTransaction, entityId: number): Promise<EntityCustomerDto | undefined> {
    return transaction.row<EntityCustomerDto>(sql`SELECT k.first_name, k.last_name, k.email, k.phone, k.address, k.locale
      FROM entities e JOIN consumers k ON k.id = e.consumer_id
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** Returns the entity's business, type and device; undefined when there is no such entity. */
  async carrier(
    transaction: ScopedTransaction,
    entityId: number,
  ): Promise<{ business_id: number; vehicle_type: string; device_id: number | null } | undefined> {
    return transaction.row(sql`SELECT e.business_id, e.vehicle_type,
        (SELECT i.device_id FROM installations i WHERE i.entity_id = e.id AND i.removed_at IS NULL) AS device_id
      FROM entities e WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
  }
}

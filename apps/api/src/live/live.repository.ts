import { Inject, Injectable } from '@nestjs/common'
import type { LivePosition } from '@roadbook/contracts'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import { type EntityPrivacy } from '../auth/location-privacy.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'

/** A stored position, with the property names of {@link LivePosition}. */
type StateRow = { [Name in keyof LivePosition]: LivePosition[Name] | null }

/** The owner of an entity; null when it is deleted. */
export interface TenancyRow {
  id: number
  business_id: number | null
  /** Transaction of the entity's last edit; null when unknown. */
  edited_in: string | null
}

/** A consumer's vehicle whose location is visible to some users. */
export interface ShownRow {
  id: number
  business_id: number
}

/**
 * Queries of the live channel. All except the last read every tenant, without the database role of requests. Rooms and privacy
 * rules decide who receives which data.
 */
@Injectable()
export class LiveRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Returns the newest position of every device that is on an entity.
   * @param entityIds limits the result to these entities
   */
  async findPositions(entityIds?: readonly number[]): Promise<LivePosition[]> {
    const { rows } = await this.pool.query<StateRow>(
      `SELECT s.device_id AS "deviceId", s.imei, s.entity_id AS "entityId",
        s.business_id AS "businessId", (extract(epoch FROM coalesce(s.last_positioned_at, s.last_received_at)) * 1000)::float8 AS "positionedAt",
        (extract(epoch FROM s.last_received_at) * 1000)::float8 AS "receivedAt", s.latitude / 1e7::float8 AS latitude,
        s.longitude / 1e7::float8 AS longitude, s.speed_kph AS "speedKph", s.heading, s.moving, s.ignition,
        s.odometer_m AS "odometerM", s.external_battery_mv AS "externalBatteryMv", s.satellites, s.gsm_signal AS "gsmSignal",
        t.id AS "openTripId"
      FROM device_states s
      LEFT JOIN trips t ON t.device_id = s.device_id AND t.is_open AND t.entity_id = s.entity_id
      WHERE s.entity_id IS NOT NULL AND s.business_id IS NOT NULL AND ($1::int[] IS NULL OR s.entity_id = ANY ($1))`,
      [entityIds ?? null],
    )
    return rows.map(
      (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as LivePosition,
    )
  }

  /**
   * Returns the owners of entities. Without `horizon`, returns all entities. `horizon` is a value that the previous call
   * returned. With it, returns only the entities that were moved or edited in transactions that had not ended at that call.
   * Reads the new horizon before the entities, so that no transaction that ends between the two queries is missed.
   */
  async findTenancy(horizon: string | undefined): Promise<{ horizon: string; entities: TenancyRow[] }> {
    const now = await this.pool.query<{ horizon: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon')
    const { rows } = await this.pool.query<TenancyRow>(
      `SELECT id, CASE WHEN deleted_at IS NULL THEN business_id END AS business_id,
         CASE WHEN edited_in >= $1::xid8 THEN edited_in::text END AS edited_in
       FROM entities WHERE $1::xid8 IS NULL OR moved_in >= $1::xid8 OR edited_in >= $1::xid8`,
      [horizon ?? null],
    )
    return { horizon: now.rows[0]?.horizon ?? '0', entities: rows }
  }

  /** Returns the entities whose location is hidden from their business. All other entities up to the newest id are visible. */
  async findHidden(): Promise<{ hidden: Map<number, EntityPrivacy>; newestId: number }> {
    const newest = await this.pool.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM entities')
    // A vehicle is also hidden if its last position is from a tracker that was on it only by an entry in Roadbook, without
    // proof.
    const { rows } = await this.pool.query<{ entity_id: number; has_open_case: boolean }>(
      `SELECT entity_id, has_open_case FROM entity_privacy WHERE hidden_from_business OR entity_id IN (
         SELECT s.entity_id FROM installations i JOIN device_states s ON s.device_id = i.device_id AND s.entity_id = i.entity_id
         WHERE i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL)`,
    )
    const hidden = new Map(rows.map((row) => [row.entity_id, { hiddenFromBusiness: true, hasOpenCase: row.has_open_case }]))
    return { hidden, newestId: newest.rows[0]?.id ?? 0 }
  }

  /** Returns the consumers' vehicles that a consent or an open missing case makes visible to some users. */
  async findShown(): Promise<ShownRow[]> {
    const { rows } = await this.pool.query<ShownRow>(`SELECT e.id, e.business_id FROM entities e
      WHERE e.consumer_id IS NOT NULL AND e.deleted_at IS NULL AND e.id IN (
        SELECT c.entity_id FROM consents c WHERE c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
        UNION SELECT m.entity_id FROM missing_cases m WHERE m.state = 'open')`)
    return rows
  }

  async hasEntity(transaction: ScopedTransaction, entityId: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT 1 FROM entities e
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
    return found !== undefined
  }
}

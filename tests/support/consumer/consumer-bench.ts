import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { Topic, type Fix, type Packet } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { openEventLog, type EventLog, type LogReader } from '@roadbook/event-log'
import { asStored } from '@roadbook/track-store'
import { segment, TRIP_PARAMETERS, type Trip } from '@roadbook/trips'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { createTestDatabase, type TestDatabase } from '../database/test-database.js'
import { until } from '@roadbook/testing/until'

/** Everything around a consumer process: a database with a fleet and the event log, and queries of the results. */
export class ConsumerBench {
  readonly #running: { close(): Promise<void> }[] = []
  #imeis = 0

  private constructor(
    readonly database: TestDatabase,
    readonly log: EventLog & LogReader,
    readonly businessId: number,
  ) {}

  static async open(): Promise<ConsumerBench> {
    const database = await createTestDatabase()
    const log = await openEventLog('postgres', {
      clientId: 'test',
      databaseUrl: database.urlOf('ingest'),
      partitions: 4,
      takeoverMs: 1_500,
    })
    await log.prepare()
    const { rows } = await database.pool.query<{ id: number }>(
      "INSERT INTO businesses (kind, name) VALUES ('vendor', 'Fietsen BV') RETURNING id",
    )
    return new ConsumerBench(database, log, rows[0]!.id)
  }

  async close(): Promise<void> {
    await this.stopConsumers()
    await this.log.close()
    await this.database.drop()
  }

  /** Adds an e-bike with a tracker that was installed long ago. */
  async installDevice(): Promise<{ imei: string; deviceId: number; entityId: number }> {
    const imei = String(350_000_000_000_000 + ++this.#imeis)
    const { rows } = await this.database.pool.query<{ device_id: number; entity_id: number }>(
      `WITH device AS (INSERT INTO devices (imei, business_id) VALUES ($1, $2) RETURNING id),
         entity AS (INSERT INTO entities (business_id, name, vehicle_type) VALUES ($2, 'Bike ' || $1, 'eBike') RETURNING id)
       INSERT INTO installations (device_id, entity_id, business_id, installed_at)
       SELECT device.id, entity.id, $2, '2025-01-01' FROM device, entity RETURNING device_id, entity_id`,
      [imei, this.businessId],
    )
    return { imei, deviceId: rows[0]!.device_id, entityId: rows[0]!.entity_id }
  }

  environment(changes: Record<string, string> = {}): Record<string, string> {
    return {
      DATABASE_URL: this.database.urlOf('ingest'),
      EVENT_LOG: 'postgres',
      LOG_LEVEL: 'silent',
      CONSUMER_HEALTH_PORT: '0',
      CHECKPOINT_MS: '50',
      ...changes,
    }
  }

  async startConsumer(changes?: Record<string, string>, now?: () => number): Promise<{ port: number; close(): Promise<void> }> {
    const consumer = await startConsumer(this.environment(changes), now)
    this.#running.push(consumer)
    return consumer
  }

  async stopConsumers(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((consumer) => consumer.close()))
  }

  /** Starts a consumer process from the built files. It has its own process, which can be killed. */
  spawnConsumer(changes?: Record<string, string>): ChildProcess {
    const main = resolve(__dirname, '../../../apps/consumer/dist/main.js')
    return spawn(process.execPath, [main], { env: { ...process.env, ...this.environment(changes) }, stdio: 'ignore' })
  }

  /** Publishes one message per call, as a gateway would. */
  async send(imei: string, fixes: readonly Fix[], receivedAt = newest(fixes) + 1_000, log: EventLog = this.log): Promise<void> {
    const packet: Packet = { imei, protocol: 'teltonika', receivedAt, gateway: 'test', quarantined: false, fixes: [...fixes] }
    await log.publish(Topic.packets, [{ key: imei, value: encodePacket(packet) }])
  }

  /** Sends fixes in packets of the given size. */
  async sendAll(imei: string, fixes: readonly Fix[], size = 20, receivedAt?: number): Promise<void> {
    for (let at = 0; at < fixes.length; at += size) await this.send(imei, fixes.slice(at, at + size), receivedAt)
  }

  /** Resolves when everything that was sent is stored and committed. */
  async quiet(): Promise<void> {
    const lag = () => this.log.lag(Topic.packets, 'consumer')
    await until('the consumer is through with everything that was sent', lag, {
      withinMs: 150_000,
      fits: (partitions) => partitions.size > 0 && [...partitions.values()].every((messages) => messages === 0n),
    })
  }

  async trips(deviceId: number): Promise<StoredRow[]> {
    const { rows } = await this.database.pool.query<StoredRow>(
      `SELECT id::int, started_at, ended_at, arrived_at, is_open, distance_m, max_speed_kph, average_speed_kph, idle_s, waypoint_count,
         entity_id, business_id FROM trips WHERE device_id = $1 ORDER BY started_at`,
      [deviceId],
    )
    return rows
  }

  async count(sql: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.database.pool.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values)
    return Number(rows[0]!.count)
  }
}

const newest = (fixes: readonly Fix[]) => Math.max(...fixes.map(({ positionedAt }) => positionedAt))

export interface StoredRow {
  id: number
  started_at: Date
  ended_at: Date
  arrived_at: Date | null
  is_open: boolean
  distance_m: number
  max_speed_kph: number
  average_speed_kph: number
  idle_s: number
  waypoint_count: number
  entity_id: number | null
  business_id: number | null
}

/** Returns the trips of all fixes as rows of the table. The fixes are segmented in a single run. */
export const expectedTrips = (fixes: readonly Fix[]) => {
  const { trips, open } = segment(fixes.map(asStored), TRIP_PARAMETERS.eBike)
  return [...trips, ...(open ? [open] : [])].map(asRow)
}

/** Returns a trip as a row of the table. */
export const asRow = (trip: Omit<Trip, 'durationS'>) => ({
  started_at: new Date(trip.startedAt),
  ended_at: new Date(trip.endedAt),
  arrived_at: trip.arrivedAt === undefined ? null : new Date(trip.arrivedAt),
  distance_m: trip.distanceM,
  max_speed_kph: trip.maxSpeedKph,
  average_speed_kph: trip.averageSpeedKph,
  idle_s: trip.idleS,
  waypoint_count: trip.waypointCount,
})

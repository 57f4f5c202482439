import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { migrations } from '@roadbook/migrations/list'
import { createTrackStore, type TrackStore } from '@roadbook/track-store'
import { startTimescale } from '../database/timescale.js'

/** Database of an installation that already had businesses and devices when it was migrated. */
export interface TrackDatabase {
  pool: pg.Pool
  store: TrackStore
  /** Returns a second store on the same database, for the role of another process. */
  anotherStore(): TrackStore
  /** Ids of devices, which all belong to the first business. */
  devices: number[]
  businesses: [number, number]
  /** Returns the names of the partitions or chunks, oldest first. */
  partitions(): Promise<string[]>
  /** Archives the week of `instant`. In the product, the background work does this after the week. */
  archive(instant: number): Promise<void>
  stop(): Promise<void>
}

export const TRACK_DATABASES = [
  { name: 'PostgreSQL', create: createEmbedded },
  { name: 'TimescaleDB', create: createTimescale },
]

async function createEmbedded(): Promise<TrackDatabase> {
  const serverUrl = process.env.TEST_POSTGRES_URL as string
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Pool({ connectionString: serverUrl, max: 1 })
  admin.on('error', () => undefined)
  await admin.query(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString()
  const seeded = await migrateAroundRows(url)
  const pool = new pg.Pool({ connectionString: url, max: 6 })
  pool.on('error', () => undefined)
  return {
    ...seeded,
    pool,
    store: createTrackStore(pool),
    anotherStore: () => createTrackStore(pool),
    partitions: async () => {
      const { rows } = await pool.query(
        "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'waypoints'::regclass ORDER BY 1",
      )
      return rows.map((row) => row.name)
    },
    archive: async (instant) => {
      expect(await createTrackStore(pool).closeWeek(instant)).toBe(true)
    },
    stop: async () => {
      await pool.end()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

async function createTimescale(): Promise<TrackDatabase> {
  const server = await startTimescale()
  const seeded = await migrateAroundRows(server.url).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  pool.on('error', () => undefined)
  return {
    ...seeded,
    pool,
    store: createTrackStore(pool, { mode: 'unnest' }),
    anotherStore: () => createTrackStore(pool, { mode: 'unnest' }),
    partitions: async () => {
      const { rows } = await pool.query(
        "SELECT chunk_name AS name FROM timescaledb_information.chunks WHERE hypertable_name = 'waypoints' ORDER BY range_start",
      )
      return rows.map((row) => row.name)
    },
    archive: async (instant) => {
      const { rows } = await pool.query(
        `SELECT compress_chunk(format('%I.%I', chunk_schema, chunk_name)::regclass) FROM timescaledb_information.chunks
         WHERE hypertable_name = 'waypoints' AND range_start <= $1::timestamptz AND range_end > $1::timestamptz`,
        [new Date(instant)],
      )
      expect(rows).toHaveLength(1)
    },
    stop: async () => {
      await pool.end()
      await server.stop()
    },
  }
}

/** Runs the first migration, adds rows as an installation in use has them, and then runs all later migrations. */
async function migrateAroundRows(url: string): Promise<Pick<TrackDatabase, 'businesses' | 'devices'>> {
  const run = async (list: typeof migrations) => {
    const source = await new DataSource({
      type: 'postgres',
      url,
      migrations: list,
      migrationsTableName: 'schema_migrations',
      migrationsTransactionMode: 'each',
      poolSize: 1,
    }).initialize()
    await source.runMigrations()
    return source
  }
  const first = await run(migrations.slice(0, 1))
  const businesses: { id: number }[] = await first.query(
    "INSERT INTO businesses (kind, name) VALUES ('vendor', 'North'), ('vendor', 'South') RETURNING id",
  )
  const devices: { id: number }[] = await first.query(
    "INSERT INTO devices (imei, business_id) SELECT lpad(n::text, 15, '0'), $1 FROM generate_series(1, 40) n RETURNING id",
    [businesses[0]?.id],
  )
  await first.destroy()
  await (await run(migrations)).destroy()
  return {
    businesses: businesses.map(({ id }) => id) as [number, number],
    devices: devices.map(({ id }) => id),
  }
}

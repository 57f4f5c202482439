import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { PacketHeader, Topic, type Fix } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { openEventLog, type EventLog, type LogMessage } from '@roadbook/event-log'
import { migrate } from '@roadbook/migrations'
import { startBenchLog, type BenchLog } from './bench-log.ts'
import { startPostgres } from '../../support/database/postgres-server.mjs'
import { serverCpuMs } from './cpu-time.ts'

/** Approximate size of a frame with one record, which the gateway stores beside the packet for replay. */
const RAW_BYTES_A_FIX = 70
/** Approximate number of devices whose last fix is queried repeatedly, before the last fix of every device is queried. */
const SAMPLE = 40

/** Database with a fleet of e-bikes and the event log. Writes are durable. A lock can stop the writes of waypoints. */
export class FleetDatabase {
  declare readonly url: string
  declare readonly client: pg.Client
  declare readonly log: EventLog
  declare readonly devices: number
  declare readonly benchLog: BenchLog
  readonly #server: { stop(): Promise<void> }
  readonly #gate: pg.Client

  private constructor(
    parts: Pick<FleetDatabase, 'url' | 'client' | 'log' | 'devices' | 'benchLog'>,
    server: { stop(): Promise<void> },
    gate: pg.Client,
  ) {
    Object.assign(this, parts)
    this.#server = server
    this.#gate = gate
  }

  static async open(devices: number): Promise<FleetDatabase> {
    const benchLog = await startBenchLog()
    const server = await startPostgres({ durable: true })
    await migrate(server.url)
    const [client, gate] = [new pg.Client({ connectionString: server.url }), new pg.Client({ connectionString: server.url })]
    await Promise.all([client.connect(), gate.connect()])
    await client.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'bench')")
    await client.query(
      'INSERT INTO devices (imei, business_id) SELECT (350000000000000 + n)::text, 1 FROM generate_series(1, $1) n',
      [devices],
    )
    await client.query("INSERT INTO entities (business_id, name, vehicle_type) SELECT 1, 'bike ' || id, 'eBike' FROM devices")
    await client.query(
      "INSERT INTO installations (device_id, entity_id, business_id, installed_at) SELECT id, id, 1, '2020-01-01' FROM devices",
    )
    const log = await openEventLog(benchLog.spec, { clientId: 'bench', databaseUrl: server.url })
    await log.prepare()
    return new FleetDatabase({ url: server.url, client, log, devices, benchLog }, server, gate)
  }

  async close(): Promise<void> {
    await this.log.close()
    await Promise.all([this.client.end(), this.#gate.end()])
    await this.#server.stop()
    await this.benchLog.stop()
  }

  /** Stops the writes of waypoints, as an outage would. The event log still accepts everything. */
  async hold(): Promise<void> {
    await this.#gate.query('BEGIN; LOCK TABLE waypoints IN SHARE MODE')
  }

  async release(): Promise<void> {
    await this.#gate.query('COMMIT')
  }

  /** Resolves when the last waypoint of each device is stored. Queries a sample of devices first, because this is cheaper. */
  async stored(last: (device: number) => number): Promise<void> {
    const devices = Array.from({ length: this.devices }, (_, index) => index + 1)
    const spread = devices.filter((device) => device % Math.ceil(this.devices / SAMPLE) === 0)
    for (const some of [spread, devices]) {
      const times = some.map((device) => new Date(last(device)))
      const isThere = async () => {
        const { rows } = await this.client.query<{ missing: boolean }>(
          `SELECT EXISTS (SELECT FROM unnest($1::int[], $2::timestamptz[]) AS key (device_id, positioned_at) WHERE NOT EXISTS (
             SELECT FROM waypoints w WHERE w.device_id = key.device_id AND w.positioned_at = key.positioned_at OFFSET 0)) AS missing`,
          [some, times],
        )
        return rows[0]?.missing === false
      }
      while (!(await isThere())) await wait(50)
    }
  }

  /** Resolves when the consumer process has committed everything. */
  async quiet(): Promise<void> {
    for (;;) {
      const lag = await this.log.lag(Topic.packets, 'consumer')
      if (lag.size > 0 && [...lag.values()].every((messages) => messages === 0n)) return
      await wait(100)
    }
  }

  /**
   * Switches autovacuum off, because it runs once a minute and would disturb the measurement. From now on, tables are vacuumed
   * only by {@link tidy}.
   */
  async tidyAsked(): Promise<void> {
    await this.client.query('ALTER SYSTEM SET autovacuum = off')
    await this.client.query('SELECT pg_reload_conf()')
  }

  async tidy(): Promise<void> {
    await this.vacuum()
    await this.client.query('ANALYZE')
  }

  /** Writes everything to disk and vacuums. */
  async vacuum(): Promise<void> {
    await this.client.query('VACUUM')
    await this.client.query('CHECKPOINT')
  }

  /** Returns the CPU time of the database server so far. */
  async cpuMs(): Promise<number> {
    const { rows } = await this.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return serverCpuMs(rows[0]!.pid)
  }

  async count(what: string): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) FROM ${what}`)
    return Number(rows[0]?.count)
  }
}

export const imeiOf = (device: number): string => String(350_000_000_000_000 + device)

/** Returns a packet as the gateway publishes it, with its frame. */
export function packetOf(device: number, fixes: Fix[], receivedAt: number): LogMessage {
  const imei = imeiOf(device)
  return {
    key: imei,
    value: encodePacket({ imei, protocol: 'teltonika', receivedAt, gateway: 'bench', quarantined: false, fixes }),
    headers: {
      [PacketHeader.raw]: randomBytes(RAW_BYTES_A_FIX * fixes.length),
      [PacketHeader.protocol]: Buffer.from('teltonika'),
      [PacketHeader.receivedAt]: Buffer.from(String(receivedAt)),
      [PacketHeader.gateway]: Buffer.from('bench'),
    },
  }
}

/**
 * Returns a bike's fix. Each bike has its own street. It rides for ten minutes and stands for five, again and again, and
 * reports every ten seconds.
 * @param n number of the fix; its time is `begin` plus n times ten seconds
 */
export function rideFix(device: number, n: number, begin: number): Fix {
  const cycle = n % 90
  const ridden = Math.floor(n / 90) * 60 + Math.min(cycle, 60)
  const isRiding = cycle < 60
  return {
    positionedAt: begin + n * 10_000 + (device % 10_000),
    validity: 0,
    latitude: 50 + (device % 5_000) * 0.002,
    longitude: 5 + ridden * 0.0007,
    altitudeM: 12,
    speedKph: isRiding ? 18 : 0,
    heading: 90,
    satellites: 9,
    ignition: isRiding,
    movement: isRiding,
    odometerM: 1_000_000 + ridden * 48,
    externalBatteryMv: 36_500,
    gsmSignal: 4,
  }
}

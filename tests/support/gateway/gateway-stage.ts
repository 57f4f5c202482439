import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { FixValidity, Topic, type Fix, type TrackerEvent } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { openEventLog, type EventLog } from '@roadbook/event-log'
import { startGateway } from '@roadbook/gateway/bootstrap'
import { findProtocol, type Protocol, type TrackerEncoder } from '@roadbook/protocols'
import { createTestDatabase, type TestDatabase } from '../database/test-database.js'
import { until, within } from '@roadbook/testing/until'

export const teltonika = findProtocol('teltonika') as Protocol
export const encoder = teltonika.tracker as TrackerEncoder
export type RunningGateway = Awaited<ReturnType<typeof startGateway>>

export const fixAt = (positionedAt: number): Fix => ({
  positionedAt,
  validity: FixValidity.valid,
  latitude: 49.41,
  longitude: 8.69,
  satellites: 9,
})

/** Client over TCP or TLS that sends bytes and waits for answers. */
export class Talker {
  #received = Buffer.alloc(0)
  readonly #closed: Promise<void>

  constructor(readonly socket: Socket) {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => (this.#received = Buffer.concat([this.#received, bytes])))
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  static async open(port: number, localAddress?: string): Promise<Talker> {
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) })
    const talker = new Talker(socket)
    await once(socket, 'connect')
    return talker
  }

  /** Everything received so far. */
  get received(): Buffer {
    return this.#received
  }

  /** Sends bytes and returns the next `answerBytes` bytes received. */
  async ask(bytes: Buffer, answerBytes: number): Promise<Buffer> {
    const before = this.#received.length
    this.socket.write(bytes)
    const answer = () => {
      const heard = this.#received.subarray(before)
      if (heard.length < answerBytes && this.socket.closed) throw new Error('the connection was closed')
      return heard
    }
    return until(`an answer of ${answerBytes} bytes`, answer, { everyMs: 5, fits: (heard) => heard.length >= answerBytes })
  }

  isClosed(): Promise<void> {
    return within('the gateway closes the connection', 60_000, this.#closed, () => this.#received)
  }
}

/** A database with registered trackers, gateways that use it, and the events that the gateways publish. */
export class GatewayStage {
  readonly #gateways: RunningGateway[] = []

  private constructor(
    readonly database: TestDatabase,
    readonly log: EventLog,
  ) {}

  static async open(): Promise<GatewayStage> {
    const database = await createTestDatabase()
    await database.pool.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'V')")
    const log = await openEventLog('postgres', { pool: database.pool, clientId: 'test' })
    await log.prepare()
    return new GatewayStage(database, log)
  }

  async register(imei: string, columns: Record<string, string | number> = {}): Promise<void> {
    const names = ['imei', ...Object.keys(columns)]
    const places = names.map((_, nth) => `$${nth + 1}`)
    await this.database.pool.query(
      `INSERT INTO devices (business_id, ${names.join(', ')}) VALUES ((SELECT id FROM businesses), ${places.join(', ')})`,
      [imei, ...Object.values(columns)],
    )
  }

  async start(environment: Record<string, string> = {}): Promise<RunningGateway> {
    const gateway = await startGateway({
      DATABASE_URL: this.database.urlOf('ingest'),
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      TELTONIKA_PORT: '0',
      GATEWAY_HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    })
    this.#gateways.push(gateway)
    return gateway
  }

  /** Resolves with the first event that satisfies the condition. */
  event(isIt: (event: TrackerEvent) => boolean): Promise<TrackerEvent> {
    return this.#first('an event that is asked for', Topic.events, (value) => JSON.parse(value.toString()) as TrackerEvent, isIt)
  }

  packetWith(positionedAt: number) {
    const what = `a packet of ${new Date(positionedAt).toISOString()}`
    return this.#first(what, Topic.packets, decodePacket, ({ fixes }) => fixes.some((fix) => fix.positionedAt === positionedAt))
  }

  /** Returns the number of messages in the log. @param topic counts only the messages of this topic */
  async messages(topic?: Topic): Promise<number> {
    const sql = 'SELECT count(*) FROM event_log WHERE topic = coalesce($1, topic)'
    return Number((await this.database.pool.query(sql, [topic ?? null])).rows[0].count)
  }

  async close(): Promise<void> {
    for (const gateway of this.#gateways) await gateway.close()
    await this.log.close()
    await this.database.drop()
  }

  #groups = 0
  #first<T>(what: string, topic: Topic, read: (value: Buffer) => T, isIt: (one: T) => boolean): Promise<T> {
    const others: T[] = []
    const first = new Promise<T>((resolve, reject) => {
      const subscription = this.log.subscribe({
        topic,
        group: `stage-${this.#groups++}`,
        onBatch: async ({ messages }) => {
          const came = messages.map(({ value }) => read(value))
          const found = came.find(isIt)
          if (found === undefined) return void others.push(...came)
          resolve(found)
          void subscription.then((one) => one.stop())
        },
      })
      subscription.catch(reject)
    })
    return within(what, 60_000, first, () => others.slice(-10))
  }
}

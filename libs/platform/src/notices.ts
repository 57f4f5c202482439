import pg from 'pg'
import { growingPauseMs, pause } from './pause.js'

// Interval in milliseconds between queries that check the connection. A connection that a firewall has dropped reports
// no error until a query is sent.
const CHECK_EVERY_MS = 10_000

/**
 * Listens for NOTIFY on a channel, on a connection of its own, and reconnects if the connection breaks. Notifications are
 * only hints: if one is lost while the connection is down, its receiver notices the new rows at the next poll.
 */
export class Notices {
  private readonly listeners = new Set<(payload: string) => void>()
  private readonly stopping = new AbortController()
  private running: Promise<void> | undefined
  /** True while notifications can arrive. */
  isConnected = false

  /**
   * @param config a connection to PostgreSQL itself: a pooler would not pass notifications on (see `sessionConfig`)
   * @param channel a plain identifier
   */
  constructor(
    private readonly config: pg.ClientConfig,
    private readonly channel: string,
  ) {}

  /**
   * Registers a listener, which is called with each payload. After a reconnect it is called with `''`, because notifications
   * may have been missed. Returns a function that removes the listener.
   */
  add(listener: (payload: string) => void): () => void {
    this.listeners.add(listener)
    this.running ??= this.run()
    return () => this.listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.running
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping
    for (let attempt = 1; !signal.aborted; attempt++) {
      const began = Date.now()
      // Other code that needs the database also reports these errors. Here they only cause another attempt.
      await this.listen().catch(() => undefined)
      this.isConnected = false
      if (Date.now() - began > CHECK_EVERY_MS) attempt = 1
      await pause(growingPauseMs(attempt), signal)
    }
  }

  /** Listens until the connection fails or this object is closed. */
  private async listen(): Promise<void> {
    // A pool hides its password when its options are copied.
    const { password } = this.config
    const client = new pg.Client({ ...this.config, password, query_timeout: CHECK_EVERY_MS, keepAlive: true })
    const broken = new AbortController()
    const give = () => broken.abort()
    client.on('error', give)
    client.on('end', give)
    client.on('notification', ({ payload }) => this.notify(payload ?? ''))
    this.stopping.signal.addEventListener('abort', give)
    try {
      await client.connect()
      await client.query(`LISTEN ${this.channel}`)
      this.isConnected = true
      this.notify('')
      while (!broken.signal.aborted) {
        await pause(CHECK_EVERY_MS, broken.signal)
        if (!broken.signal.aborted) await client.query('SELECT 1')
      }
    } finally {
      this.stopping.signal.removeEventListener('abort', give)
      await client.end().catch(() => undefined)
    }
  }

  /** Calls the listeners of this process as if a notification had arrived. Other processes are not notified. */
  notify(payload: string): void {
    for (const listener of this.listeners) listener(payload)
  }
}

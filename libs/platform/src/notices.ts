import pg from 'pg'
import type { Logger } from './logger.js'
import { growingPauseMs, pause } from './pause.js'

// Interval in milliseconds at which a query checks the connection. If a firewall has dropped the connection, only a query
// shows this.
const CHECK_EVERY_MS = 10_000

/**
 * Listens for NOTIFY on a channel, on a connection of its own, and reconnects if the connection breaks. Notifications are
 * only hints: if one is lost while the connection is down, its receiver notices the new rows at the next poll.
 */
export class Notices {
  private readonly listeners = new Set<(payload: string) => void>()
  private readonly stopping = new AbortController()
  private running: Promise<void> | undefined
  private isOut = false
  /** True while notifications can arrive. */
  isConnected = false

  /**
   * @param config a connection to PostgreSQL itself: a pooler would not pass notifications on (see `sessionConfig`)
   * @param channel a plain identifier
   * @param logger logs one warning for each outage of the connection, and its end
   */
  constructor(
    private readonly config: pg.ClientConfig,
    private readonly channel: string,
    private readonly logger?: Logger,
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
      await this.listen().catch((error: unknown) => this.warnOnce(error))
      this.isConnected = false
      if (Date.now() - began > CHECK_EVERY_MS) attempt = 1
      await pause(growingPauseMs(attempt), signal)
    }
  }

  /**
   * Logs the first failure of an outage. Other code may not notice the outage, because its connections may lead to another
   * address.
   */
  private warnOnce(error: unknown): void {
    if (this.isOut || this.stopping.signal.aborted) return
    this.isOut = true
    this.logger?.warn(
      { err: error, channel: this.channel },
      'no notifications arrive, so work starts later: can this process reach PostgreSQL itself at DATABASE_DIRECT_URL, or at DATABASE_URL if that is not set?',
    )
  }

  private noteRecovery(): void {
    if (this.isOut) this.logger?.info({ channel: this.channel }, 'notifications arrive again')
    this.isOut = false
  }

  /**
   * Listens until this object is closed.
   * @throws the error that ended the connection
   */
  private async listen(): Promise<void> {
    // A pool hides its password when its options are copied.
    const { password } = this.config
    const client = new pg.Client({ ...this.config, password, query_timeout: CHECK_EVERY_MS, keepAlive: true })
    const broken = new AbortController()
    let failure = new Error('PostgreSQL ended the connection')
    const give = () => broken.abort()
    client.on('error', (error) => {
      if (!broken.signal.aborted) failure = error
      give()
    })
    client.on('end', give)
    client.on('notification', ({ payload }) => this.notify(payload ?? ''))
    this.stopping.signal.addEventListener('abort', give)
    try {
      await client.connect()
      await client.query(`LISTEN ${this.channel}`)
      this.isConnected = true
      this.noteRecovery()
      this.notify('')
      while (!broken.signal.aborted) {
        await pause(CHECK_EVERY_MS, broken.signal)
        if (!broken.signal.aborted) await client.query('SELECT 1')
      }
      if (!this.stopping.signal.aborted) throw failure
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

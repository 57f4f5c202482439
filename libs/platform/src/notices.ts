import pg from 'pg'
import { growingPauseMs, pause } from './pause.js'

// A connection that a firewall forgot says nothing; a question now and then finds out.
const CHECK_EVERY_MS = 10_000

/**
 * Hears NOTIFY on a channel on a connection of its own, and mends it. Notifications are hints only: one that is lost while the
 * connection is away costs whoever waits for it the time until they look anyway.
 */
export class Notices {
  private readonly heard = new Set<(payload: string) => void>()
  private readonly stopping = new AbortController()
  private running: Promise<void> | undefined
  /** Whether notifications can arrive at present. */
  isConnected = false

  /** @param channel a plain name */
  constructor(
    private readonly config: pg.ClientConfig,
    private readonly channel: string,
  ) {}

  /** Calls `hear` with each payload, and with `''` when the connection is back and some may have been missed. */
  add(hear: (payload: string) => void): () => void {
    this.heard.add(hear)
    this.running ??= this.run()
    return () => this.heard.delete(hear)
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.running
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping
    for (let attempt = 1; !signal.aborted; attempt++) {
      const began = Date.now()
      // What went wrong shows wherever the database matters. Here it only means to try again.
      await this.listen().catch(() => undefined)
      this.isConnected = false
      if (Date.now() - began > CHECK_EVERY_MS) attempt = 1
      await pause(growingPauseMs(attempt), signal)
    }
  }

  /** Until the connection fails or the listener is closed. */
  private async listen(): Promise<void> {
    // A pool hides its password from being copied along.
    const { password } = this.config
    const client = new pg.Client({ ...this.config, password, query_timeout: CHECK_EVERY_MS, keepAlive: true })
    const broken = new AbortController()
    const give = () => broken.abort()
    client.on('error', give)
    client.on('end', give)
    client.on('notification', ({ payload }) => this.ring(payload ?? ''))
    this.stopping.signal.addEventListener('abort', give)
    try {
      await client.connect()
      await client.query(`LISTEN ${this.channel}`)
      this.isConnected = true
      this.ring('')
      while (!broken.signal.aborted) {
        await pause(CHECK_EVERY_MS, broken.signal)
        if (!broken.signal.aborted) await client.query('SELECT 1')
      }
    } finally {
      this.stopping.signal.removeEventListener('abort', give)
      await client.end().catch(() => undefined)
    }
  }

  /** Tells those of this process alone, as if it had been heard. */
  ring(payload: string): void {
    for (const hear of this.heard) hear(payload)
  }
}

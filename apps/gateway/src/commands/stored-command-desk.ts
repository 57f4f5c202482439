import type { Logger } from '@roadbook/platform'
import type { CommandDesk, CommandAnswer, CommandTarget } from './command-desk.js'
import type { CommandMetrics } from './command-metrics.js'
import type { Claimant, ClaimedCommand, CommandStore } from './command-store.js'
import { InFlight } from './in-flight.js'

/** Maximum number of trackers whose next commands are claimed by one database statement. */
const CLAIMS_AT_ONCE = 500

export interface CommandDeskParts {
  store: CommandStore
  metrics: CommandMetrics
  logger: Logger
  /** Milliseconds since 1970 UTC. */
  now: () => number
}

/**
 * Sends waiting commands to trackers that are logged in at this gateway. It claims a command in the database before it writes
 * the command to the socket, so that no command is sent twice. The desk learns of waiting commands through notices and regular
 * checks, so a login needs no query.
 */
export class StoredCommandDesk implements CommandDesk {
  readonly #online = new Map<string, CommandTarget>()
  readonly #inFlight = new InFlight()
  #waiting = new Set<string>()
  readonly #due = new Set<string>()
  #serving: Promise<void> | undefined
  #isClosed = false

  constructor(private readonly parts: CommandDeskParts) {}

  online(target: CommandTarget): void {
    this.#online.set(target.imei, target)
    if (this.#waiting.has(target.imei)) this.#call(target.imei)
  }

  offline(target: CommandTarget): void {
    if (this.#online.get(target.imei) === target) this.#online.delete(target.imei)
  }

  replied(target: CommandTarget, { serial }: CommandAnswer): number | undefined {
    const isExpected = this.#online.get(target.imei) === target
    const id = isExpected ? this.#inFlight.answered(target.imei, serial) : undefined
    this.parts.metrics.replies.inc({ result: id === undefined ? 'unexpected' : 'matched' })
    return id
  }

  /** Records that a command waits for this tracker. */
  notice(imei: string): void {
    this.#waiting.add(imei)
    if (this.#online.has(imei)) this.#call(imei)
  }

  /** Checks all waiting commands. Never rejects. While the database is unavailable, commands wait. */
  async refresh(): Promise<void> {
    this.#inFlight.forgetOld(this.parts.now())
    try {
      const waiting = new Set(await this.parts.store.waiting())
      this.#waiting = waiting
      for (const imei of waiting) if (this.#online.has(imei)) this.#call(imei)
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'could not look for commands that wait; the next look does')
    }
  }

  /** Stops claiming. Resolves when the claimed commands are written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#serving
  }

  #call(imei: string): void {
    this.#due.add(imei)
    if (!this.#serving) this.#begin()
  }

  #begin(): void {
    this.#serving = this.#serve().finally(() => {
      this.#serving = undefined
      // Continues with trackers that were added while the last claim ran.
      if (this.#due.size > 0 && !this.#isClosed) this.#begin()
    })
  }

  async #serve(): Promise<void> {
    // Trackers that log in within this turn of the event loop share one statement.
    await new Promise(setImmediate)
    while (this.#due.size > 0 && !this.#isClosed) {
      const targets = this.#nextTargets()
      if (targets.length === 0) continue
      try {
        const claimed = await this.parts.store.claim(targets.map(claimantOf))
        for (const command of claimed) await this.#send(command, targets)
      } catch (error) {
        // Nothing was written. The commands still wait, and the next check finds them.
        this.parts.logger.warn({ err: error, trackers: targets.length }, 'could not claim commands')
      }
    }
  }

  #nextTargets(): CommandTarget[] {
    const imeis = [...this.#due].slice(0, CLAIMS_AT_ONCE)
    for (const imei of imeis) this.#due.delete(imei)
    return imeis.flatMap((imei) => this.#online.get(imei) ?? [])
  }

  /** Writes a claimed command to its tracker, or records why it was not written. */
  async #send({ id, imei, text, serial }: ClaimedCommand, targets: readonly CommandTarget[]): Promise<void> {
    const { store, metrics, logger, now } = this.parts
    const target = targets.find((one) => one.imei === imei)
    const bytes = target?.protocol.commands?.encode({ text, serial }, target.state)
    try {
      if (!target || !bytes) {
        metrics.commands.inc({ result: 'refused' })
        await store.fail(id, 'this tracker takes no commands')
      } else if ('kind' in bytes) {
        metrics.commands.inc({ result: 'refused' })
        await store.fail(id, bytes.reason)
      } else if (target.send(bytes)) {
        metrics.commands.inc({ result: 'sent' })
        this.#inFlight.add(imei, { id, serial, at: now() })
      } else {
        metrics.commands.inc({ result: 'released' })
        await store.release(id)
      }
    } catch (error) {
      // The command stays recorded as sent, and times out. Not sending a command is better than sending it twice.
      logger.warn({ err: error, command: id }, 'could not note that a command was not sent')
    }
  }
}

const claimantOf = ({ imei, protocol }: CommandTarget): Claimant => ({
  imei,
  locate: protocol.commands?.locate?.text,
  undo: protocol.commands?.locate?.undo,
})

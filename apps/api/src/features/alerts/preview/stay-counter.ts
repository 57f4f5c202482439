import { setImmediate } from 'node:timers/promises'
import { alertsOfStay, newState, observe, type Reading, type Watch } from '@roadbook/alerts'
import type { Caller } from '../../../auth/caller.js'
import type { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import type { PreviewLimits } from './preview-limits.js'
import type { PreviewedStay, PreviewedStaysRepository, ReadingPage } from './previewed-stays.repository.js'

/** Work of a preview. Times are milliseconds since 1970 UTC. Only `deadline` is a time of {@link PreviewLimits.clock}. */
export interface CounterWork {
  caller: Caller
  watchOf: (stay: PreviewedStay) => Watch
  from: number
  now: number
  deadline: number
  signal: AbortSignal
}

/**
 * Number of alerts, and ids of vehicles by their outcome. Alerts are counted only for vehicles with all readings evaluated.
 */
export interface CountedStays {
  alerts: number
  vehicles: ReadonlySet<number>
  withAlerts: ReadonlySet<number>
  hidden: ReadonlySet<number>
  leftOut: ReadonlySet<number>
  /** Time of the oldest reading; Infinity if there was none. */
  oldest: number
}

/** Error that stops the evaluation of a vehicle. The vehicle is then not counted. */
class NotCounted extends Error {
  constructor(readonly because: 'hidden' | 'leftOut') {
    super(because)
  }
}

const QUERY_CANCELED = '57014'
/** Returns true if the database stopped a statement that took too long. */
export const isTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === QUERY_CANCELED

/** Evaluates one vehicle after the other. Stops when there were too many readings, or when its time limit is reached. */
export class StayCounter {
  #readings = 0

  constructor(
    private readonly database: RequestDatabase,
    private readonly stays: PreviewedStaysRepository,
    private readonly limits: PreviewLimits,
    private readonly work: CounterWork,
  ) {}

  /** @throws the reason of the signal after it aborts */
  async count(stays: readonly PreviewedStay[]): Promise<CountedStays> {
    const byVehicle = new Map<number, PreviewedStay[]>()
    for (const stay of stays) {
      const ofVehicle = byVehicle.get(stay.entity_id)
      if (ofVehicle) ofVehicle.push(stay)
      else byVehicle.set(stay.entity_id, [stay])
    }
    const [vehicles, withAlerts] = [new Set<number>(), new Set<number>()]
    const [hidden, leftOut] = [new Set<number>(), new Set<number>()]
    let [alerts, oldest] = [0, Infinity]
    for (const [id, itsStays] of byVehicle) {
      try {
        const found = await this.ofVehicle(itsStays)
        vehicles.add(id)
        alerts += found.alerts
        if (found.alerts > 0) withAlerts.add(id)
        oldest = Math.min(oldest, found.oldest)
      } catch (error) {
        if (error instanceof NotCounted && error.because === 'hidden') hidden.add(id)
        else if (error instanceof NotCounted || isTimeout(error)) leftOut.add(id)
        else throw error
      }
    }
    return { alerts, vehicles, withAlerts, hidden, leftOut, oldest }
  }

  private async ofVehicle(stays: readonly PreviewedStay[]): Promise<{ alerts: number; oldest: number }> {
    let [alerts, oldest] = [0, Infinity]
    const seen = (at: number) => (oldest = Math.min(oldest, at))
    for (const stay of stays) {
      const watch = this.work.watchOf(stay)
      const end = { removedAt: stay.removed_at, heardAt: stay.heard_at, now: this.work.now }
      const found = await alertsOfStay(watch, await this.firstSight(watch, stay), this.pages(stay, seen), end)
      alerts += found.alerts.length
    }
    return { alerts, oldest }
  }

  /** Returns the state of a vehicle after its last reading before the counted period. */
  private async firstSight(watch: Watch, stay: PreviewedStay) {
    const { from } = this.work
    if (stay.installed_at >= from) return newState()
    const last = await this.read(stay, (transaction) => this.stays.findLast(transaction, stay.device_id, stay.installed_at, from))
    return last ? observe(watch, newState(), last, () => undefined) : newState()
  }

  private async *pages(stay: PreviewedStay, seen: (at: number) => void): AsyncGenerator<Reading[]> {
    const { from, now } = this.work
    const before = new Date(Math.min(stay.removed_at ?? Infinity, now))
    let begin: string | undefined = new Date(Math.max(stay.installed_at, from)).toISOString()
    while (begin !== undefined) {
      const part = { begin, before, most: this.limits.readingsOfPage }
      const page: ReadingPage = await this.read(stay, (transaction) => this.stays.findPage(transaction, stay.device_id, part))
      this.#readings += page.readings.length
      if (page.readings[0]) seen(page.readings[0].at)
      yield page.readings
      begin = page.next
    }
  }

  /** Reads data of one vehicle in a separate transaction, so that requests of other users can run in between. */
  private async read<T>(stay: PreviewedStay, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    await setImmediate()
    const { caller, deadline, signal } = this.work
    signal.throwIfAborted()
    if (this.#readings > this.limits.readings || this.limits.clock() > deadline) throw new NotCounted('leftOut')
    return this.database.read(caller.scope, async (transaction) => {
      if (await this.stays.isHidden(transaction, caller, stay.entity_id)) throw new NotCounted('hidden')
      return work(transaction)
    })
  }
}

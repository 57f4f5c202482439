import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { existing, Problem } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import type { TripRecalculationDto } from '../dto/recalculation.dto.js'
import type { JoinTripDto } from '../dto/trip-join.dto.js'
import { RecalculationsRepository } from '../recalculations/recalculations.repository.js'
import { say } from '../texts.js'
import { type JoinedTime, TripJoinsRepository } from './trip-joins.repository.js'
import type { TripRow } from '../trip.row.js'
import { TripsRepository } from '../trips.repository.js'

/** Maximum hours between two trips that a user can join. */
const LONGEST_PAUSE_H = 12
/**
 * Maximum hours of a joined trip. The consumer process reads the whole trip again after each late reading, which takes too
 * long for a longer trip.
 */
const LONGEST_H = 48

/**
 * Joins two trips, or splits trips that a user joined. A join is stored as a period within which no trip ends. The consumer
 * process, which alone writes trips, applies this period now, and again whenever readings arrive late.
 */
@Injectable()
export class TripJoinsService {
  constructor(
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly trips: TripsRepository,
    private readonly joins: TripJoinsRepository,
    private readonly recalculations: RecalculationsRepository,
  ) {}

  /** @returns the recalculation that joins the trips */
  async join(by: Acting, id: number, wish: JoinTripDto): Promise<TripRecalculationDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const [one, other] = await this.pair(transaction, by, id, wish.with)
      const [first, last] = wish.with === 'next' ? [one, other] : [other, one]
      existing(await this.recalculations.findEntity(transaction, by.caller, one.entity_id), 'entity')
      assertOne(first, last)
      if (!(await this.joins.isOneStay(transaction, first, last))) throw new Problem('conflict', say('other-tracker'))
      if (!(await this.joins.hasReadings(transaction, first))) throw new Problem('conflict', say('readings-expired'))
      await this.sayOfBoth(transaction, by, first, last)
      const time = { from: first.started_at, till: last.ended_at }
      await this.joins.add(transaction, one, time, by.caller.userId)
      return this.cutAgain(transaction, by, 'trip.join', one, time)
    })
  }

  /** Locks and returns both trips. */
  private async pair(
    transaction: ScopedTransaction,
    { caller }: Acting,
    id: number,
    which: JoinTripDto['with'],
  ): Promise<[TripRow, TripRow]> {
    const find = async () => {
      const one = existing(await this.trips.findOne(transaction, id, { caller }), 'trip')
      const neighbour = await this.joins.findNeighbour(transaction, one, which)
      const other = neighbour && (await this.trips.findOne(transaction, neighbour, { caller }))
      if (!other) throw new Problem('conflict', say(which === 'next' ? 'none-after' : 'none-before'))
      return [one, other] as [TripRow, TripRow]
    }
    const ids = (await find()).map((trip) => trip.id)
    await this.trips.lock(transaction, ids)
    const pair = await find()
    if (pair.some((trip, at) => trip.id !== ids[at])) throw new Problem('conflict', say('cut-meanwhile'))
    return pair
  }

  /** @returns the recalculation that splits the trips */
  async part(by: Acting, id: number): Promise<TripRecalculationDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const trip = existing(await this.trips.findOne(transaction, id, { caller: by.caller, isLocked: true }), 'trip')
      existing(await this.recalculations.findEntity(transaction, by.caller, trip.entity_id), 'entity')
      assertOpenToChange(trip)
      const time = await this.joins.remove(transaction, trip)
      if (!time) throw new Problem('conflict', say('not-joined'))
      return this.cutAgain(transaction, by, 'trip.part', trip, time)
    })
  }

  /**
   * Copies the users' entries (purpose, note, driver) of each trip to the other. This is needed because the recalculation may
   * keep either of the two trips.
   */
  private async sayOfBoth(transaction: ScopedTransaction, { caller }: Acting, first: TripRow, last: TripRow): Promise<void> {
    const words = (['purpose', 'note', 'driver'] as const).map((of) => ({ of, first: first[of], last: last[of] }))
    if (words.some((word) => word.first !== null && word.last !== null && word.first !== word.last))
      throw new Problem('conflict', say('said-differently'))
    const {
      purpose = null,
      note = null,
      driver = null,
    } = Object.fromEntries(words.map((word) => [word.of, word.first ?? word.last])) as Partial<
      Pick<TripRow, 'purpose' | 'note' | 'driver'>
    >
    if (words.every((word) => word.first === word.last)) return
    for (const { id } of [first, last]) await this.trips.say(transaction, { id, purpose, note, driver }, caller.userId)
  }

  private async cutAgain(
    transaction: ScopedTransaction,
    by: Acting,
    action: 'trip.join' | 'trip.part',
    { id, entity_id, entity_name, business_id }: TripRow,
    { from, till }: JoinedTime,
  ): Promise<TripRecalculationDto> {
    const recalculation = await this.recalculations.add(transaction, by.caller, entity_id, { from, till })
    if (recalculation === undefined) throw new Problem('conflict', say('recalculating'))
    const after = { name: entity_name, from: from.toISOString(), till: till.toISOString() }
    await this.audit.record(transaction, by, action, { id, businessId: business_id, after })
    return toApiRow(existing(await this.recalculations.findOne(transaction, recalculation), 'trip'))
  }
}

/** @throws Problem 409 for two trips that cannot be joined */
function assertOne(first: TripRow, last: TripRow): void {
  for (const trip of [first, last]) assertOpenToChange(trip)
  const hours = (from: Date, till: Date) => (till.getTime() - from.getTime()) / 3_600_000
  if (hours(first.started_at, last.ended_at) > LONGEST_H) throw new Problem('conflict', say('too-long', { hours: LONGEST_H }))
  if (hours(first.ended_at, last.started_at) > LONGEST_PAUSE_H)
    throw new Problem('conflict', say('too-long-between', { hours: LONGEST_PAUSE_H }))
}

function assertOpenToChange({ is_open, is_logged }: TripRow): void {
  if (is_open) throw new Problem('conflict', say('open'))
  if (is_logged) throw new Problem('conflict', say('logged'))
}

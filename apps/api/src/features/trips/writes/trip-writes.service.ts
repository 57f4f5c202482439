import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../../auth/acting.js'
import { type BulkResultDto, BulkRows, type RowChange } from '../../../bulk/index.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { Problem } from '../../../http/problems.js'
import { AuditedWrites, type Finding } from '../../../resources/index.js'
import type { SayTripPurposeDto, SayTripPurposesDto, TripPurpose } from '../dto/trip-purpose.dto.js'
import type { TripDto } from '../dto/trip.dto.js'
import { say } from '../texts.js'
import type { TripRow } from '../trip.row.js'
import { TripsRepository } from '../trips.repository.js'
import { TripsService } from '../trips.service.js'

const DELETE = 'trip.delete'
const RESTORE = 'trip.restore'
const PURPOSE = 'trip.purpose'

/** Users' entries about a trip (purpose, note, driver) before and after a change. */
interface SaidBefore {
  from: Words
  to: Words
}
interface Words {
  purpose: TripPurpose | null
  note: string | null
  driver: string | null
}

/** Deletes and restores trips, and stores their purpose. Users cannot change any other data of a trip. */
@Injectable()
export class TripWritesService extends AuditedWrites<TripRow> {
  @Inject(TripsRepository) private readonly trips: TripsRepository
  @Inject(TripsService) private readonly reads: TripsService
  @Inject(BulkRows) private readonly bulk: BulkRows
  protected readonly thing = 'trip'
  protected readonly audited = (row: TripRow) => ({
    name: row.entity_name,
    trip_started_at: row.started_at.toISOString(),
    distance_m: row.distance_m,
    purpose: row.purpose,
    note: row.note,
    driver: row.driver,
    deleted: row.deleted_at !== null,
  })

  async delete(by: Acting, id: number): Promise<void> {
    await this.database.write(by.caller.scope, (transaction) => this.setDeleted(transaction, by, id, true))
  }

  async restore(by: Acting, id: number): Promise<TripDto> {
    return this.toDto(
      by,
      await this.database.write(by.caller.scope, (transaction) => this.setDeleted(transaction, by, id, false)),
    )
  }

  /**
   * Deletes or restores a trip as part of a larger write.
   * @returns the trip afterwards
   */
  setDeleted(transaction: ScopedTransaction, by: Acting, id: number, isDeleted: boolean): Promise<TripRow> {
    return this.changeWithin(
      transaction,
      by,
      id,
      isDeleted ? DELETE : RESTORE,
      () => this.trips.setDeleted(transaction, id, isDeleted),
      { deletes: isDeleted },
    )
  }

  async sayPurpose(by: Acting, id: number, said: SayTripPurposeDto): Promise<TripDto> {
    const row = await this.database.write(by.caller.scope, (transaction) =>
      this.changeWithin(transaction, by, id, PURPOSE, (_, before) =>
        this.trips.say(transaction, { ...merged(wordsOf(before), said), id }, by.caller.userId),
      ),
    )
    return this.toDto(by, row)
  }

  sayPurposes(by: Acting, { ids, ...said }: SayTripPurposesDto): Promise<BulkResultDto> {
    return this.bulk.change<SaidBefore>(by, {
      action: PURPOSE,
      ids,
      isUndoable: true,
      begin: async (transaction) => {
        await this.trips.lock(transaction, ids)
        return async (id) => this.sayOne(transaction, by, id, (before) => merged(before, said))
      },
    })
  }

  /** Restores the former entries of a change, except those that were changed again since. */
  undoPurposes(by: Acting, change: number): Promise<BulkResultDto> {
    return this.bulk.undo<SaidBefore>(by, change, {
      actions: [PURPOSE],
      begin: async (transaction, _done, ids) => {
        await this.trips.lock(transaction, ids)
        return async (id, { from, to }) =>
          this.sayOne(transaction, by, id, (before) => {
            if (!isSame(before, to)) throw new Problem('conflict', say('said-meanwhile'))
            return from
          })
      },
    })
  }

  protected find(transaction: ScopedTransaction, id: number, finding: Finding): Promise<TripRow | undefined> {
    return this.trips.findOne(transaction, id, finding)
  }

  protected override assertMay(action: string, { is_open, is_logged }: TripRow): void {
    if (action === DELETE && is_open) throw new Problem('conflict', say('open'))
    if (is_logged) throw new Problem('conflict', say('logged'))
  }

  private async sayOne(
    transaction: ScopedTransaction,
    by: Acting,
    id: number,
    toSay: (before: Words) => Words,
  ): Promise<RowChange<SaidBefore>> {
    const before = await this.found(transaction, id, { caller: by.caller })
    this.assertMay(PURPOSE, before)
    const [from, to] = [wordsOf(before), toSay(wordsOf(before))]
    if (isSame(from, to)) return undefined
    await this.trips.say(transaction, { ...to, id }, by.caller.userId)
    const [was, is] = [this.audited(before), this.audited({ ...before, ...to })]
    return { before: { from, to }, audit: { action: PURPOSE, ...this.about(before), before: was, after: is } }
  }

  private async toDto(by: Acting, row: TripRow): Promise<TripDto> {
    const [trip] = await this.reads.toResponses(by.caller, [row])
    return trip as TripDto
  }
}

const wordsOf = ({ purpose, note, driver }: TripRow): Words => ({ purpose, note, driver })
/** Returns the entries after a change. Absent fields keep their values. */
const merged = (before: Words, { purpose, note = before.note, driver = before.driver }: SayTripPurposeDto): Words => ({
  purpose,
  note,
  driver,
})
const isSame = (left: Words, right: Words) =>
  left.purpose === right.purpose && left.note === right.note && left.driver === right.driver

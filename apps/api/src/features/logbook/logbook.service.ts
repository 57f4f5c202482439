import { Inject, Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Acting, Actor } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import type { MadeFile } from '../../http/file-answer.js'
import { existing, Problem } from '../../http/problems.js'
import type { CloseLogbookMonthDto, CorrectLogbookEntryDto, LogbookDto } from './dto/logbook.dto.js'
import { logbookFile } from './logbook-file.js'
import { type LogbookAsked, type LogbookFileAsked, monthStart, nextMonth } from './logbook-query.js'
import { entryOf, type Read, toLogbook } from './logbook-response.js'
import { type EntryRow, LogbookRepository } from './logbook.repository.js'
import { say } from './texts.js'

/**
 * Logbook of a vehicle as tax offices require it. It is complete, ordered by time, and shows whether entries were made in
 * time. After a month was closed, its entries change only by corrections, and the original values stay visible.
 */
@Injectable()
export class LogbookService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly views: ConsumerViews,
    private readonly logbook: LogbookRepository,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
  ) {}

  async get(caller: Caller, entityId: number, asked: LogbookAsked): Promise<LogbookDto> {
    const read = await this.database.read(caller.scope, (transaction) => this.read(transaction, caller, entityId, asked))
    return toLogbook({ ...read, rows: await this.withAddresses(caller, read.rows) }, asked)
  }

  /** Makes the file. Records a view of a customer's vehicle. */
  async file(by: Actor, entityId: number, asked: LogbookFileAsked): Promise<MadeFile> {
    const logbook = await this.get(by.caller, entityId, asked)
    await this.views.note(by, { entityIds: [entityId], kind: 'detail', call: 'logbook.export' })
    return logbookFile(logbook, asked.format, by.caller.locale)
  }

  /**
   * Closes a month. If the month is already closed, adds the trips that were found since. The addresses of its trips are
   * looked up before the transaction. A trip that appears after this look-up is not added until the next call.
   */
  async close(by: Acting, entityId: number, { month, tz }: CloseLogbookMonthDto): Promise<LogbookDto> {
    const { caller } = by
    const asked = { from: month, till: month, timeZone: tz }
    if (monthStart(nextMonth(month), tz).getTime() > Date.now()) throw new Problem('conflict', say('not-over'))
    const { rows } = await this.database.read(caller.scope, (transaction) => this.read(transaction, caller, entityId, asked))
    const open = await this.withAddresses(
      caller,
      rows.filter(({ id }) => id === null),
    )
    await this.onceOnly.write(by, async (transaction) => {
      await this.logbook.lock(
        transaction,
        open.flatMap(({ trip_id }) => trip_id ?? []),
      )
      const now = await this.read(transaction, caller, entityId, asked)
      const wanted = assertComplete(now)
      const monthId = await this.logbook.closeMonth(transaction, now.vehicle, { month, timeZone: tz }, caller.userId)
      const found = open.filter(({ trip_id }) => wanted.has(trip_id))
      const trips = await this.logbook.write(
        transaction,
        monthId,
        found.map(({ trip_id, start_address, stop_address }) => ({ trip_id: trip_id ?? 0, start_address, stop_address })),
      )
      await this.audit.record(transaction, by, 'logbook.close', { type: 'entity', id: entityId, after: { month, trips } })
      return null
    })
    return this.get(caller, entityId, asked)
  }

  /** Corrects an entry. The former values stay visible beside the new ones. */
  async correct(
    by: Acting,
    entryId: number,
    { reason, ...said }: CorrectLogbookEntryDto,
  ): Promise<LogbookDto['entries'][number]> {
    const { caller } = by
    return this.onceOnly.write(by, async (transaction) => {
      const { entity_id: entityId, started_at: from } = existing(
        await this.logbook.entryOf(transaction, entryId),
        'logbook-entry',
      )
      const find = async () => {
        existing(await this.logbook.vehicle(transaction, caller, entityId), 'logbook-entry')
        const period = { entityId, from, till: new Date(from.getTime() + 1) }
        return existing(
          (await this.logbook.entries(transaction, period)).find(({ id }) => id === entryId),
          'logbook-entry',
        )
      }
      const before = entryOf(await find())
      const { note = before.note, driver = before.driver, purpose } = said
      await this.logbook.correct(transaction, entryId, { purpose, note, driver, reason }, caller.userId)
      const after = entryOf(await find())
      const words = ({ purpose, note, driver }: typeof before) => ({ purpose, note, driver })
      await this.audit.record(transaction, by, 'logbook.correct', {
        type: 'entity',
        id: entityId,
        before: words(before),
        after: { ...words(after), trip_started_at: after.started_at, reason },
      })
      return after
    })
  }

  private async read(transaction: ScopedTransaction, caller: Caller, entityId: number, asked: LogbookAsked): Promise<Read> {
    const { from, till, timeZone } = asked
    const period = { entityId, from: monthStart(from, timeZone), till: monthStart(nextMonth(till), timeZone) }
    return {
      vehicle: existing(await this.logbook.vehicle(transaction, caller, entityId), 'entity'),
      rows: await this.logbook.entries(transaction, period),
      closed: await this.logbook.closedMonths(transaction, entityId, from, till),
    }
  }

  /** Adds missing addresses. An entry of a closed month keeps the addresses that it has. */
  private async withAddresses(caller: Caller, rows: readonly EntryRow[]): Promise<EntryRow[]> {
    const ends = rows.flatMap((row) => [
      { latitude: row.start_latitude, longitude: row.start_longitude },
      { latitude: row.stop_latitude, longitude: row.stop_longitude },
    ])
    const addresses = await addressesOf(this.geocoder, ends, caller)
    return rows.map((row, at) => ({
      ...row,
      start_address: row.start_address ?? addresses[at * 2] ?? null,
      stop_address: row.stop_address ?? addresses[at * 2 + 1] ?? null,
    }))
  }
}

/**
 * @returns the ids of trips that are not in a closed month
 * @throws Problem 409 when an entry is incomplete, or when all trips are already in a closed month
 */
function assertComplete({ rows, closed }: Read): ReadonlySet<number | null> {
  const left = rows.filter(({ id }) => id === null)
  const unsaid = left.filter(({ purpose }) => purpose === null).length
  if (closed.length > 0 && left.length === 0) throw new Problem('conflict', say('closed'))
  if (left.some(({ is_open }) => is_open)) throw new Problem('conflict', say('under-way'))
  if (unsaid > 0) throw new Problem('conflict', say('unsaid', { count: unsaid }), { counts: { unsaid } })
  return new Set(left.map(({ trip_id }) => trip_id))
}

import { Injectable } from '@nestjs/common'
import { simplifyLine } from '@roadbook/geo'
import { ConsumerViews } from '../../../audit/consumer-views.js'
import type { Actor } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { zoneOf } from '../../../day-sums/index.js'
import { localDayAt } from '../../../http/local-time.js'
import { existing } from '../../../http/problems.js'
import { toPoint } from '../files/line-file.js'
import type { WaypointRow } from '../trip.row.js'
import type { TrackQuery } from './track-query.js'
import { TRACK_WRITERS } from './track-writers.js'
import { TrackRepository } from './track.repository.js'

/**
 * Length of the part of a track that is in memory at the same time, in milliseconds: one day. For a tracker that sends every
 * second, these are 86 400 readings.
 */
const STRIDE_MS = 86_400_000

/** All readings of a vehicle in a period, during trips and between them. */
@Injectable()
export class TrackService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly track: TrackRepository,
    private readonly views: ConsumerViews,
  ) {}

  /**
   * Streams the track as text, one day at a time. Records the view of a customer's vehicle. Each day is a separate
   * query. If the location becomes hidden while the response is sent, the remaining days are therefore left out.
   * @returns also the first day of the track in the caller's time zone
   * @throws Problem 404 for a vehicle whose track the caller is not allowed to see
   */
  async write(
    by: Actor,
    entityId: number,
    query: TrackQuery,
  ): Promise<{ name: string; day: string; content: AsyncIterable<string> }> {
    const { caller } = by
    const { name, is_consumers, starts, ends, zone } = await this.database.read(caller.scope, async (transaction) => ({
      ...existing(await this.track.findVehicle(transaction, caller, entityId, query), 'entity'),
      zone: await zoneOf(transaction, caller, undefined),
    }))
    if (is_consumers) await this.views.note(by, { entityIds: [entityId], kind: 'detail', call: 'entities.track' })
    const writer = TRACK_WRITERS[query.format]({ entityId, title: name, locale: caller.locale, period: query })
    const days = starts && ends ? this.days(caller, entityId, starts, ends) : []
    return { name, day: localDayAt(query.from, zone), content: written(days, writer, query.simplifyM) }
  }

  private async *days(caller: Caller, entityId: number, starts: Date, ends: Date): AsyncGenerator<WaypointRow[]> {
    // The track includes a reading at `ends`, but each query excludes its end. So the end of the last query is a millisecond
    // later.
    const end = ends.getTime() + 1
    for (let at = starts.getTime(); at < end; at += STRIDE_MS) {
      const stretch = { from: new Date(at), before: new Date(Math.min(at + STRIDE_MS, end)) }
      yield await this.database.read(caller.scope, (transaction) =>
        this.track.findReadings(transaction, caller, entityId, stretch),
      )
    }
  }
}

async function* written(
  days: AsyncIterable<WaypointRow[]> | Iterable<WaypointRow[]>,
  { head, point, tail }: ReturnType<(typeof TRACK_WRITERS)['json']>,
  simplifyM: number | undefined,
): AsyncGenerator<string> {
  let [points, skipped] = [0, 0]
  yield head
  for await (const rows of days) {
    const line = rows.flatMap(toPoint)
    skipped += rows.length - line.length
    let text = ''
    for (const one of simplifyM === undefined ? line : simplifyLine(line, simplifyM)) text += point(one, points++ === 0)
    if (text) yield text
  }
  yield tail({ points, skipped })
}

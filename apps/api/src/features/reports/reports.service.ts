import { Inject, Injectable } from '@nestjs/common'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Acting } from '../../auth/acting.js'
import { RequestDatabase } from '../../database/request-database.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import { pageMeta } from '../../http/page.dto.js'
import { existing } from '../../http/problems.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { SheetRow } from '../../papers/index.js'
import { toTripResponse } from '../trips/index.js'
import type { ReportDto, ReportMode, ReportPageMetaDto } from './dto/report.dto.js'
import { KINDS } from './kinds/index.js'
import { endsOf } from './kinds/all.js'
import { speedOf } from './kinds/report-kind.js'
import { notesOf, ReportRows } from './report-rows.js'
import { ReportSubjectsRepository } from './report-subjects.repository.js'
import type { AskedPage, AskedWish } from './report-wish.js'
import { ReportsRepository } from './reports.repository.js'
import { say } from './texts.js'

/** Reports on screen. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly rows: ReportRows,
    private readonly subjects: ReportSubjectsRepository,
    private readonly reports: ReportsRepository,
    private readonly views: ConsumerViews,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
  ) {}

  /** Returns a page of a report. */
  async page(
    by: Acting,
    mode: ReportMode,
    { wish, page, limit }: AskedPage,
  ): Promise<{ data: SheetRow[]; meta: ReportPageMetaDto }> {
    const opened = await this.rows.open(by, { ...wish, mode }, MAX_CSV_ROWS)
    const { subject, keys, totals } = opened
    const data = await this.rows.read(opened, keys.slice((page - 1) * limit, page * limit))
    const { from, till, timeZone } = subject.wish
    return {
      data,
      meta: {
        ...pageMeta(page, limit, keys.length),
        columns: KINDS[mode].columns.map(({ key, kind }) => ({ key, kind, label: say(`column.${key}`) })),
        totals,
        from,
        till,
        time_zone: timeZone,
        entities: subject.entities.length,
        hidden_entities: subject.entities.length - subject.shown.length,
        notes: notesOf(opened),
      },
    }
  }

  /**
   * Returns one vehicle's period with its days and trips. A vehicle with a hidden location gets the same
   * response as a vehicle without trips.
   */
  async individual(by: Acting, asked: AskedWish): Promise<ReportDto> {
    const { caller } = by
    const found = await this.database.read(caller.scope, async (transaction) => {
      const subject = await this.subjects.find(transaction, caller, asked, 'entity_id')
      return { subject, ...(await this.reports.findPeriod(transaction, subject)) }
    })
    const { subject, days, trips, maxSpeed, nearest } = found
    const { is_consumers, is_hidden, ...entity } = existing(subject.entities[0], 'entity')
    if (is_consumers && !is_hidden) await this.views.note(by, { entityIds: [entity.id], kind: 'detail', call: 'report' })
    const addresses = await addressesOf(this.geocoder, trips.flatMap(endsOf), caller)
    const sum = (name: 'trips' | 'distance_m' | 'duration_s' | 'idle_s') => days.reduce((total, day) => total + day[name], 0)
    const [distance_m, duration_s] = [sum('distance_m'), sum('duration_s')]
    const { from, till, timeZone } = subject.wish
    return {
      entity,
      from,
      till,
      time_zone: timeZone,
      totals: {
        trips: sum('trips'),
        distance_m,
        duration_s,
        idle_s: sum('idle_s'),
        average_speed_kph: speedOf(distance_m, duration_s),
        max_speed_kph: maxSpeed,
      },
      days,
      trips: trips.map((row, at) => toTripResponse(row, addresses[at * 2] ?? null, addresses[at * 2 + 1] ?? null)),
      nearest,
    }
  }
}

import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { dayAfter, todayIn, zoneOf } from '../../day-sums/index.js'
import { countNeeds } from '../entities/index.js'
import { countClaimsToDecide } from '../devices/index.js'
import { countOpen, countRung } from '../alerts/index.js'
import { attentionOf, mayOpen } from './attention.js'
import { DashboardRepository } from './dashboard.repository.js'
import type { DayRow } from './dashboard.row.js'
import { FirstStepsRepository } from './first-steps.repository.js'
import { NeedDaysRepository } from './need-days.repository.js'
import type { DashboardBadgesDto, DashboardFigureDto, DashboardSummaryDto } from './dto/dashboard-summary.dto.js'

@Injectable()
export class DashboardService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly dashboard: DashboardRepository,
    private readonly firstSteps: FirstStepsRepository,
    private readonly needDays: NeedDaysRepository,
  ) {}

  summary(caller: Caller, timeZone: string | undefined): Promise<DashboardSummaryDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const zone = await zoneOf(transaction, caller, timeZone)
      const today = await todayIn(transaction, zone)
      const weekAgo = dayAfter(today, -7)
      const counts = await this.dashboard.findCounts(transaction)
      const days = await this.dashboard.findDays(transaction, caller, { from: weekAgo, till: today, zone })
      const lastWeek = await this.dashboard.findThisTimeLastWeek(transaction, caller, { from: weekAgo, till: weekAgo, zone })
      const needs = await countNeeds(transaction)
      const alerts = mayOpen('open_alert', caller.permissions) ? await countOpen(transaction, caller) : 0
      const weekAgoNeeds = await this.needDays.findWeekAgo(transaction)
      const businesses = counts?.businesses ?? 0
      return {
        entities: counts?.entities ?? 0,
        businesses_below: caller.businessId === null ? businesses : Math.max(0, businesses - 1),
        is_begun: Object.values(await this.firstSteps.findDone(transaction)).every(Boolean),
        time_zone: zone,
        trips: figure(days, today, ({ trips }) => trips, lastWeek.trips),
        distance_m: figure(days, today, ({ distance_m }) => distance_m, lastWeek.distance_m),
        attention: attentionOf({ ...needs, open_alert: alerts }, weekAgoNeeds, caller.permissions),
      }
    })
  }

  /** Returns only the counts for the badges, because every page of every user requests them. */
  async badges(caller: Caller): Promise<DashboardBadgesDto> {
    const mayCases = mayOpen('open_case', caller.permissions)
    const mayAlerts = mayOpen('open_alert', caller.permissions)
    const decides = caller.scope === 'all'
    if (!mayCases && !mayAlerts && !decides) return { open_cases: null, alerts: null, claims_to_decide: null }
    return this.database.read(caller.scope, async (transaction) => ({
      open_cases: mayCases ? await this.dashboard.countOpenCases(transaction) : null,
      alerts: mayAlerts ? await countRung(transaction, caller) : null,
      claims_to_decide: decides ? await countClaimsToDecide(transaction) : null,
    }))
  }
}

function figure(rows: readonly DayRow[], today: string, valueOf: (day: DayRow) => number, lastWeek: number): DashboardFigureDto {
  const days = rows.map((row) => ({ day: row.day, value: valueOf(row), is_running: row.day === today }))
  return { today: days.at(-1)?.value ?? 0, last_week: lastWeek, days }
}

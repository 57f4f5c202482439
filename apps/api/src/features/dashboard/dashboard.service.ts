import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { DashboardRepository } from './dashboard.repository.js'
import type { DashboardFigureDto, DashboardSummaryDto } from './dto/dashboard-summary.dto.js'

/** Whose days they are when neither the request nor the user says so. */
const STANDARD_TIME_ZONE = 'Europe/Amsterdam'

@Injectable()
export class DashboardService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly dashboard: DashboardRepository,
  ) {}

  summary(caller: Caller, timeZone: string | undefined): Promise<DashboardSummaryDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const zone = timeZone ?? (await this.dashboard.findTimeZone(transaction, caller.userId)) ?? STANDARD_TIME_ZONE
      const counts = await this.dashboard.findCounts(transaction)
      const days = await this.dashboard.findDays(transaction, caller, zone)
      const businesses = counts?.businesses ?? 0
      return {
        entities: counts?.entities ?? 0,
        businesses_below: caller.businessId === null ? businesses : Math.max(0, businesses - 1),
        trips: figure(days.map(({ trips }) => trips)),
        distance_m: figure(days.map(({ distance_m }) => distance_m)),
        silent: counts?.silent ?? 0,
        missing_open: counts?.missing_open ?? 0,
      }
    })
  }
}

/** From eight days, oldest first: the same weekday a week ago, then the seven days up to today. */
function figure([lastWeek = 0, ...series]: readonly number[]): DashboardFigureDto {
  return { today: series.at(-1) ?? 0, last_week: lastWeek, series }
}

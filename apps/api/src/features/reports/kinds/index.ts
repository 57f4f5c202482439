import type { ReportMode } from '../dto/report.dto.js'
import { ACTIVITY } from './activity.js'
import { ALL } from './all.js'
import type { ReportKind } from './report-kind.js'
import { SPEEDING } from './speeding.js'
import { STOPS } from './stops.js'
import { SUMMARY } from './summary.js'
import { UTILISATION } from './utilisation.js'

/** All kinds of reports. A new kind needs a line here and its headings in the texts. */
export const KINDS: Readonly<Record<ReportMode, ReportKind>> = {
  all: ALL,
  summary: SUMMARY,
  stops: STOPS,
  utilisation: UTILISATION,
  speeding: SPEEDING,
  activity: ACTIVITY,
}

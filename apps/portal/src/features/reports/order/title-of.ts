import type { TFunction } from 'i18next'
import type { ReportRequest } from '../report.js'

type Asked = Pick<ReportRequest, 'kind' | 'schedule_name' | 'target_group_id' | 'target_group_name'>

/** Returns the title of a report: its schedule's name or its target. */
export function titleOf(
  { kind, schedule_name: schedule, target_group_id: id, target_group_name: group }: Asked,
  t: TFunction<'reports'>,
): string {
  return schedule ?? group ?? t(kind === 'periodic' && id === null ? 'who.all' : `kinds.${kind}`)
}

import { useEffect, useMemo } from 'react'
import { useClock } from '../../lib/clock.js'
import { type DayRange, parseRange, presetRange } from '../../lib/day-range.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useAddress } from '../../lib/screen-address.js'
import { MODES, type ReportMode, type ReportView, USUAL_LIMIT_KPH, USUAL_MINUTES, VIEWS } from './report.js'

const ROW = 'schedule'

/** Stores kind, vehicles and days of a report in the URL, so that a link shows the same report to every user who may see it. */
export function useReportAddress() {
  const address = useAddress()
  const clock = useClock()
  const { timeZone } = useFormat()
  useRightView(address)
  return useMemo(() => {
    const { text, id, oneOf, change, goTo } = address
    const view = viewIn(address)
    const usual = presetRange(view === 'periodic' ? 'lastMonth' : 'thisWeek', clock.now(), timeZone)
    const said = text('dialog')
    const scheduleId = id(ROW)
    const isEditing = said === `edit:${ROW}` && scheduleId !== undefined
    const form: { id?: number } | undefined = said === `create:${ROW}` ? {} : isEditing ? { id: scheduleId } : undefined
    const kept = ['from', 'till', 'entity', 'entities', 'group', 'mode', 'limit', 'minutes'] as const
    return {
      view,
      /** Changes the view. Keeps the vehicles and the period, and removes the filters of a list. */
      setView: (next: ReportView, values: Readonly<Record<string, string | number | undefined>> = {}) =>
        goTo({
          ...Object.fromEntries(kept.map((name) => [name, text(name)])),
          tab: next === VIEWS[0] ? undefined : next,
          ...values,
        }),
      range: parseRange(text('from') ?? null, text('till') ?? null) ?? usual,
      setRange: (range: DayRange | undefined) =>
        change({ from: range?.from, till: range?.till, page: undefined, trip: undefined }),
      entityId: id('entity'),
      setEntity: (next: number | undefined) => change({ entity: next, trip: undefined }),
      entityIds: idsOf(text('entities')),
      setEntities: (ids: readonly number[]) => change({ entities: ids.join(), group: undefined, page: undefined }),
      groupId: id('group'),
      setGroup: (next: number | undefined) => change({ group: next, entities: undefined, page: undefined }),
      mode: oneOf('mode', MODES),
      setMode: (mode: ReportMode) => change({ mode: mode === MODES[0] ? undefined : mode, page: undefined }),
      /** Speed limit and minimum stop. */
      limitKph: id('limit') ?? USUAL_LIMIT_KPH,
      minMinutes: id('minutes') ?? USUAL_MINUTES,
      setMeasure: (values: { limit?: number; minutes?: number }) => change({ ...values, page: undefined }),
      page: id('page') ?? 1,
      setPage: (page: number) => change({ page: page === 1 ? undefined : page }),
      tripId: id('trip'),
      selectTrip: (trip: number | undefined) => change({ trip }, true),
      /** Report whose panel is open. Mails link to it. */
      reportId: id('report'),
      openReport: (next: number | undefined) => change({ report: next }),
      form,
      createSchedule: () => change({ dialog: `create:${ROW}`, [ROW]: undefined }),
      editSchedule: (next: number) => change({ dialog: `edit:${ROW}`, [ROW]: next }),
      closeForm: () => change({ dialog: undefined, [ROW]: undefined }),
    }
  }, [address, clock, timeZone])
}

type Address = ReturnType<typeof useAddress>

/** Accepts the parameter `view` as well as `tab`, because other screens use the name `view`. */
function viewIn({ text, oneOf }: Address): ReportView {
  return text('tab') === undefined ? oneOf('view', VIEWS) : oneOf('tab', VIEWS)
}

/** Rewrites a URL with `view`, or with an unknown report, to the report that is shown. */
function useRightView(address: Address): void {
  const { text, change } = address
  const said = text('tab')
  const isWrong = text('view') !== undefined || (said !== undefined && !VIEWS.some((one) => one === said))
  const view = viewIn(address)
  useEffect(() => {
    if (isWrong) change({ view: undefined, tab: view === VIEWS[0] ? undefined : view }, true)
  }, [isWrong, view, change])
}

export type ReportAddress = ReturnType<typeof useReportAddress>

const idsOf = (text = ''): readonly number[] =>
  text.split(',').flatMap((part) => (/^[1-9]\d{0,9}$/.test(part) ? Number(part) : []))

import type { RuntimeConfig } from '../../config/runtime-config.js'

/** Whether the banner of planned maintenance shows at `now` (ms since 1970 UTC), and whether the work is going on (R-225, G-87). */
export function maintenancePhase(planned: RuntimeConfig['planned_maintenance'], now: number): 'hidden' | 'planned' | 'now' {
  const at = (iso: string) => new Date(iso).getTime()
  if (now < at(planned.shown_from) || now >= at(planned.shown_till)) return 'hidden'
  return now >= at(planned.window_from) && now < at(planned.window_till) ? 'now' : 'planned'
}

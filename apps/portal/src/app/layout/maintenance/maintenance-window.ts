import type { RuntimeConfig } from '../../../config/runtime-config.js'
import { isShownAt } from '../../../lib/shown-window.js'

/**
 * Returns whether the maintenance banner shows at `now` (ms since 1970 UTC), and whether the work is in progress (R-225, G-87).
 */
export function maintenancePhase(planned: RuntimeConfig['planned_maintenance'], now: number): 'hidden' | 'planned' | 'now' {
  if (!isShownAt(planned, now)) return 'hidden'
  return isShownAt({ shown_from: planned.window_from, shown_till: planned.window_till }, now) ? 'now' : 'planned'
}

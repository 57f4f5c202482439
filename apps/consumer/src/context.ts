import type { EventLog } from '@roadbook/event-log'
import type { Notices } from '@roadbook/platform'
import type { AlertParts } from './alerts/alert-parts.js'
import type { Activity } from './activity.js'
import type { DeviceDirectory } from './device-directory.js'
import type { ConsumerMetrics } from './metrics.js'
import type { Quarantine } from './quarantine.js'
import type { WrittenTogether } from './written-together.js'

/** What the parts of the consumer share. */
export interface Context extends AlertParts {
  log: EventLog
  together: WrittenTogether
  directory: DeviceDirectory
  quarantine: Quarantine
  /** Who has work for the consumer rings here. */
  bells: Notices
  metrics: ConsumerMetrics
  activity: Activity
  /** Milliseconds since 1970; decides nothing but which trips silence has ended. */
  now: () => number
}

import type { EventLog } from '@roadbook/event-log'
import type { Notices } from '@roadbook/platform'
import type { AlertParts } from './alerts/alert-parts.js'
import type { Activity } from './activity.js'
import type { DeviceDirectory } from './registry/device-directory.js'
import type { ConsumerMetrics } from './metrics.js'
import type { Quarantine } from './quarantine.js'
import type { WrittenTogether } from './written-together.js'

/** Dependencies shared by the parts of the consumer. */
export interface Context extends AlertParts {
  log: EventLog
  together: WrittenTogether
  directory: DeviceDirectory
  quarantine: Quarantine
  /** Notifications (NOTIFY) of new work for the consumer. */
  notices: Notices
  metrics: ConsumerMetrics
  activity: Activity
  /** Milliseconds since 1970 UTC. Only decides which trips silence has ended. */
  now: () => number
}

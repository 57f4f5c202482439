import type { EventLog } from '@roadbook/event-log'
import type { Notices } from '@roadbook/platform'
import type { AlertParts } from './alerts/alert-parts.js'
import type { Activity } from './activity.js'
import type { DeviceDirectory } from './registry/device-directory.js'
import type { ConsumerMetrics } from './metrics.js'
import type { Quarantine } from './quarantine.js'
import type { WrittenTogether } from './written-together.js'

/** Dependencies that the parts of the consumer process share. */
export interface Context extends AlertParts {
  log: EventLog
  together: WrittenTogether
  directory: DeviceDirectory
  quarantine: Quarantine
  /** Notifications (NOTIFY) of new work for the consumer process. */
  notices: Notices
  metrics: ConsumerMetrics
  activity: Activity
  /** Present time in milliseconds since 1970 UTC. It decides which trips silence has ended. */
  now: () => number
}

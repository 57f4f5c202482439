import type { EventLog } from '@roadbook/event-log'
import type { Logger, Notices } from '@roadbook/platform'
import type { TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import type { FreshReadings } from './alerts/fresh-readings.js'
import type { RememberedStays } from './alerts/remembered-stays.js'
import type { RuleBook } from './alerts/rule-book.js'
import type { Activity } from './activity.js'
import type { DeviceDirectory } from './device-directory.js'
import type { ConsumerMetrics } from './metrics.js'
import type { Quarantine } from './quarantine.js'
import type { WrittenTogether } from './written-together.js'

/** What the parts of the consumer share. */
export interface Context {
  pool: pg.Pool
  log: EventLog
  store: TrackStore
  together: WrittenTogether
  directory: DeviceDirectory
  quarantine: Quarantine
  /** What is to be told of vehicles. */
  book: RuleBook
  fresh: FreshReadings
  remembered: RememberedStays
  /** Who has work for the consumer rings here. */
  bells: Notices
  metrics: ConsumerMetrics
  activity: Activity
  logger: Logger
  /** Milliseconds since 1970; decides nothing but which trips silence has ended. */
  now: () => number
}

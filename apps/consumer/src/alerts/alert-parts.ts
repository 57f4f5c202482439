import type { Logger } from '@roadbook/platform'
import type { TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import type { FreshReadings } from './fresh-readings.js'
import type { RememberedStays } from './remembered-stays.js'
import type { RuleBook } from './rule-book.js'

/** Dependencies of the search for alerts. */
export interface AlertParts {
  pool: pg.Pool
  store: TrackStore
  book: RuleBook
  fresh: FreshReadings
  remembered: RememberedStays
  logger: Logger
  /** Milliseconds since 1970 UTC. */
  now: () => number
}

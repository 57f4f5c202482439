import type { Logger } from '@roadbook/platform'
import type { TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import type { FreshReadings } from './fresh-readings.js'
import type { RememberedStays } from './remembered-stays.js'
import type { RuleBook } from './rule-book.js'

/** The parts that the search for alerts works with. */
export interface AlertParts {
  pool: pg.Pool
  store: TrackStore
  book: RuleBook
  fresh: FreshReadings
  remembered: RememberedStays
  logger: Logger
  /** Milliseconds since 1970. */
  now: () => number
}

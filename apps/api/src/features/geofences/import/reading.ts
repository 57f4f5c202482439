import type { Locale } from '../../../texts/locale.js'

/** Options for reading a file. */
export interface Reading {
  /** Language to choose for names that the file has in several languages. */
  locale: Locale
  /** True when the file has latitude before longitude. */
  latitudeFirst: boolean
}

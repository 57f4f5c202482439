import type { Locale } from '../../../texts/locale.js'

/** How a file is read. */
export interface Reading {
  /** Of names in several languages. */
  locale: Locale
  /** The file has its coordinates the other way round. */
  latitudeFirst: boolean
}

import type { Found } from './found-area.js'
import type { Reading } from './reading.js'

/** Builds places from the elements of a parser. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>, path: readonly string[]): void
  /** @param path the elements around it */
  close(name: string, text: string, path: readonly string[]): void
  places(reading: Reading): Found[]
}

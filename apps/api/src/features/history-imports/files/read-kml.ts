import { type HistoryFile, MOST_LINES, tooManyLines } from './history-file.js'
import type { TimeReader } from './read-time.js'
import { numberIn, takeFix } from './take-fix.js'
import type { XmlReader } from './xml-reader.js'

/**
 * Reads placemarks with a point and a time, and tracks (`gx:Track`). In a track, times and places are two lists of equal
 * length.
 * @source OGC KML 2.3 (12-007r2)
 */
export class KmlReader implements XmlReader {
  #whens: string[] = []
  #coords: string[] = []
  /** Number of positions of the track that were added. Each is added as soon as both its place and its time were read. */
  #taken = 0
  #when: string | undefined
  #place: string | undefined
  #number = 0

  constructor(
    private readonly file: HistoryFile,
    private readonly times: TimeReader,
  ) {}

  open(name: string): void {
    if (name === 'Track') [this.#whens, this.#coords, this.#taken] = [[], [], 0]
    if (name === 'Placemark') [this.#when, this.#place] = [undefined, undefined]
  }

  close(name: string, text: string, path: readonly string[]): void {
    const parent = path.at(-1)
    if (parent === 'Track' && name === 'when') this.#add(this.#whens, text)
    if (parent === 'Track' && name === 'coord') this.#add(this.#coords, text)
    if (parent === 'TimeStamp' && name === 'when') this.#when ??= text
    if (parent === 'TimeSpan' && name === 'begin') this.#when ??= text
    if (parent === 'Point' && name === 'coordinates') this.#place ??= text.replaceAll(',', ' ')
    if (name === 'Track')
      for (; this.#taken < this.#coords.length; this.#taken++) this.file.refusals.add('no-time', ++this.#number)
    // A placemark without a time is a place and not a position of a ride.
    if (name === 'Placemark' && this.#place !== undefined && this.#when !== undefined) this.#take(this.#place, this.#when)
  }

  #add(values: string[], text: string): void {
    if (values.push(text) > MOST_LINES) throw tooManyLines()
    const at = this.#taken
    if (at >= this.#coords.length || at >= this.#whens.length) return
    this.#taken++
    this.#take(this.#coords[at]!, this.#whens[at])
  }

  #take(place: string, when: string | undefined): void {
    const [longitude, latitude, altitude] = place.trim().split(/\s+/u)
    takeFix(
      this.file,
      {
        latitude: numberIn(latitude),
        longitude: numberIn(longitude),
        time: when === undefined || when.trim() === '' ? undefined : this.times.read(when),
        altitudeM: numberIn(altitude),
      },
      ++this.#number,
    )
  }
}

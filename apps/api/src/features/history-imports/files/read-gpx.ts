import { type HistoryFile } from './history-file.js'
import type { TimeReader } from './read-time.js'
import { numberIn, takeFix } from './take-fix.js'
import type { XmlReader } from './xml-reader.js'

/**
 * Names of elements with a speed in m/s or a course in degrees. Garmin and others use them in extensions. GPX 1.0 itself
 * has such elements.
 */
const SPEED: ReadonlySet<string> = new Set(['speed'])
const COURSE: ReadonlySet<string> = new Set(['course', 'heading', 'bearing'])

/**
 * Reads the points of tracks (`trkpt`). Routes and waypoints are plans and places without a time of the ride.
 * @source GPX 1.0 and 1.1, topografix.com; Garmin TrackPointExtension 2
 */
export class GpxReader implements XmlReader {
  #point: Record<string, string> | undefined
  #number = 0

  constructor(
    private readonly file: HistoryFile,
    private readonly times: TimeReader,
  ) {}

  open(name: string, { lat, lon }: Readonly<Record<string, string>>): void {
    if (name === 'trkpt') this.#point = { lat: lat ?? '', lon: lon ?? '' }
  }

  close(name: string, text: string): void {
    const point = this.#point
    if (!point) return
    if (name === 'time' || name === 'ele') point[name] ??= text
    if (SPEED.has(name)) point.speed ??= text
    if (COURSE.has(name)) point.course ??= text
    if (name !== 'trkpt') return
    this.#point = undefined
    const speed = numberIn(point.speed)
    takeFix(
      this.file,
      {
        latitude: numberIn(point.lat),
        longitude: numberIn(point.lon),
        time: point.time === undefined ? undefined : this.times.read(point.time),
        altitudeM: numberIn(point.ele),
        speedKph: speed === undefined ? undefined : speed * 3.6,
        heading: numberIn(point.course),
      },
      ++this.#number,
    )
  }
}

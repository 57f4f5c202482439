import { roundCoordinate } from '@roadbook/geo'
import { CsvLines } from '../../../http/csv.js'
import type { Locale } from '../../../texts/locale.js'
import { say } from '../texts.js'
import type { WaypointRow } from '../trip.row.js'

/** Valid fix of a line. */
export interface Point {
  longitude: number
  latitude: number
  /** Null when the tracker reported none. */
  altitudeM: number | null
  time: string
  speedKph: number | null
  heading: number | null
}

/** Returns a list with one element, the fix with its rounded coordinates. The list is empty when the fix is not valid. */
export const toPoint = ({ validity, longitude, latitude, altitude_m, positioned_at, speed_kph, heading }: WaypointRow): Point[] =>
  validity !== 0 || longitude === null || latitude === null
    ? []
    : [
        {
          longitude: roundCoordinate(longitude),
          latitude: roundCoordinate(latitude),
          altitudeM: altitude_m,
          time: positioned_at.toISOString(),
          speedKph: speed_kph === null ? null : Math.round(speed_kph * 10) / 10,
          heading,
        },
      ]

const XML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const
/** Characters that XML cannot contain, even as references. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
export const escaped = (text: string) => text.replace(NOT_XML, '').replace(/[&<>"]/g, (sign) => XML[sign as keyof typeof XML])
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const unless = <T>(value: T | null, write: (value: T) => string): string => (value === null ? '' : write(value))

/**
 * Namespace of Garmin's extension to GPX, because GPX has no element for speed. In the extension, speed is in metres per
 * second and the heading in degrees.
 */
const GPX_POINTS = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2'

const gpxExtension = ({ speedKph, heading }: Point) =>
  speedKph === null && heading === null
    ? ''
    : `<extensions><m:TrackPointExtension>${unless(speedKph, (kph) => `<m:speed>${(kph / 3.6).toFixed(2)}</m:speed>`)}${unless(
        heading,
        (degrees) => `<m:course>${degrees}</m:course>`,
      )}</m:TrackPointExtension></extensions>`

/**
 * Parts of a GPX track: the text before its points, each point, and the text after them.
 * @source GPX 1.1, https://www.topografix.com/GPX/1/1/
 */
export const GPX = {
  head: (title: string, from: Date): string =>
    [
      XML_HEAD,
      `<gpx version="1.1" creator="Roadbook" xmlns="http://www.topografix.com/GPX/1/1" xmlns:m="${GPX_POINTS}">`,
      `<metadata><name>${escaped(title)}</name><time>${from.toISOString()}</time></metadata>`,
      `<trk><name>${escaped(title)}</name><trkseg>\n`,
    ].join('\n'),
  point: (point: Point): string =>
    `<trkpt lat="${point.latitude}" lon="${point.longitude}">${unless(point.altitudeM, (m) => `<ele>${m}</ele>`)}` +
    `<time>${point.time}</time>${gpxExtension(point)}</trkpt>\n`,
  tail: '</trkseg></trk>\n</gpx>\n',
}

const HEADS = ['time', 'latitude', 'longitude', 'altitude', 'speed', 'heading'] as const

/** Writes one line per fix. Times are in UTC, because the file is meant for programs. */
export function csvOf(locale: Locale): { head: string; point: (point: Point) => string } {
  const lines = new CsvLines(locale)
  return {
    head: lines.head(HEADS.map((name) => say(`point.${name}`).in(locale))),
    point: ({ time, latitude, longitude, altitudeM, speedKph, heading }) =>
      lines.line([time, latitude, longitude, altitudeM, speedKph, heading]),
  }
}

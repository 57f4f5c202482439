import { roundCoordinate } from '@roadbook/geo'
import { CsvLines } from '../../http/csv.js'
import { forFileName, type MadeFile } from '../../http/file-answer.js'
import type { Locale } from '../../texts/locale.js'
import { say } from './texts.js'
import type { TripRow, WaypointRow } from './trip.row.js'

export const TRIP_FILE_FORMATS = ['gpx', 'kml', 'geojson', 'csv'] as const
export type TripFileFormat = (typeof TRIP_FILE_FORMATS)[number]

/** A usable fix of a trip. */
interface Point {
  longitude: number
  latitude: number
  /** Null where the tracker told none. */
  altitudeM: number | null
  time: string
  speedKph: number | null
  heading: number | null
}

interface Told {
  trip: TripRow
  points: readonly Point[]
  /** Of the vehicle and the moment when it left, for people. */
  title: string
  locale: Locale
}

const FORMATS: Record<TripFileFormat, { type: string; write: (told: Told) => string }> = {
  gpx: { type: 'application/gpx+xml', write: toGpx },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: toKml },
  geojson: { type: 'application/geo+json', write: toGeoJson },
  csv: { type: 'text/csv; charset=utf-8', write: toCsv },
}

/** A trip with its line as a file for maps and spreadsheets, named after vehicle and start. */
export function tripFile(
  trip: TripRow,
  waypoints: readonly WaypointRow[],
  { format, locale, timeZone }: { format: TripFileFormat; locale: Locale; timeZone: string },
): MadeFile {
  const { type, write } = FORMATS[format]
  const started = localStart(trip.started_at, timeZone)
  const name = [forFileName(trip.entity_name) || String(trip.entity_id), forFileName(started)].join('-')
  const title = `${trip.entity_name} ${started}`
  return { name: `${name}.${format}`, type, content: write({ trip, points: waypoints.flatMap(toPoint), title, locale }) }
}

/** `2025-07-01 10:00` */
const localStart = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

const toPoint = ({ validity, longitude, latitude, altitude_m, positioned_at, speed_kph, heading }: WaypointRow): Point[] =>
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
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => XML[sign as keyof typeof XML])
const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const unless = <T>(value: T | null, write: (value: T) => string): string => (value === null ? '' : write(value))

/** GPX has no place for speed, so it stands in Garmin's extension: metres a second, and degrees. */
const GPX_POINTS = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2'

/** @source GPX 1.1, https://www.topografix.com/GPX/1/1/ */
function toGpx({ trip, points, title }: Told): string {
  const extension = ({ speedKph, heading }: Point) =>
    speedKph === null && heading === null
      ? ''
      : `<extensions><m:TrackPointExtension>${unless(speedKph, (kph) => `<m:speed>${(kph / 3.6).toFixed(2)}</m:speed>`)}${unless(
          heading,
          (degrees) => `<m:course>${degrees}</m:course>`,
        )}</m:TrackPointExtension></extensions>`
  const lines = points.map(
    (point) =>
      `<trkpt lat="${point.latitude}" lon="${point.longitude}">${unless(point.altitudeM, (m) => `<ele>${m}</ele>`)}` +
      `<time>${point.time}</time>${extension(point)}</trkpt>`,
  )
  return [
    XML_HEAD,
    `<gpx version="1.1" creator="Roadbook" xmlns="http://www.topografix.com/GPX/1/1" xmlns:m="${GPX_POINTS}">`,
    `<metadata><name>${escaped(title)}</name><time>${trip.started_at.toISOString()}</time></metadata>`,
    `<trk><name>${escaped(title)}</name><trkseg>`,
    ...lines,
    '</trkseg></trk>',
    '</gpx>\n',
  ].join('\n')
}

/** The times of a line are Google's extension of KML, which every reader of KML knows by now. @source OGC 07-147r2, KML 2.2 */
function toKml({ points, title }: Told): string {
  const speeds = points.map(({ speedKph }) => `<gx:value>${speedKph ?? ''}</gx:value>`)
  return [
    XML_HEAD,
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>',
    `<name>${escaped(title)}</name>`,
    '<Style id="trip"><LineStyle><color>ff147efd</color><width>4</width></LineStyle></Style>',
    '<Schema id="fix"><gx:SimpleArrayField name="speed_kph" type="float"><displayName>km/h</displayName></gx:SimpleArrayField></Schema>',
    `<Placemark><name>${escaped(title)}</name><styleUrl>#trip</styleUrl><gx:Track><altitudeMode>clampToGround</altitudeMode>`,
    ...points.map(({ time }) => `<when>${time}</when>`),
    ...points.map(({ longitude, latitude, altitudeM }) => `<gx:coord>${longitude} ${latitude} ${altitudeM ?? 0}</gx:coord>`),
    `<ExtendedData><SchemaData schemaUrl="#fix"><gx:SimpleArrayData name="speed_kph">${speeds.join('')}</gx:SimpleArrayData></SchemaData></ExtendedData>`,
    '</gx:Track></Placemark>',
    '</Document></kml>\n',
  ].join('\n')
}

/** One feature: the line, with what is known of each of its positions in their order. @source RFC 7946 */
function toGeoJson({ trip, points, title }: Told): string {
  const coordinates = points.map(({ longitude, latitude, altitudeM }) => [
    ...[longitude, latitude],
    ...(altitudeM === null ? [] : [altitudeM]),
  ])
  // A line needs two positions.
  const [only] = coordinates
  const geometry =
    coordinates.length > 1 ? { type: 'LineString', coordinates } : only ? { type: 'Point', coordinates: only } : null
  const properties = {
    name: title,
    trip_id: trip.id,
    trip_started_at: trip.started_at.toISOString(),
    trip_ended_at: trip.is_open ? null : trip.ended_at.toISOString(),
    distance_m: trip.distance_m,
    times: points.map(({ time }) => time),
    speeds_kph: points.map(({ speedKph }) => speedKph),
    headings: points.map(({ heading }) => heading),
  }
  return `${JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties }] })}\n`
}

/** A line a fix; times are UTC, for programs. */
function toCsv({ points, locale }: Told): string {
  const lines = new CsvLines(locale)
  const heads = ['time', 'latitude', 'longitude', 'altitude', 'speed', 'heading'] as const
  return (
    lines.head(heads.map((name) => say(`point.${name}`).in(locale))) +
    points
      .map(({ time, latitude, longitude, altitudeM, speedKph, heading }) =>
        lines.line([time, latitude, longitude, altitudeM, speedKph, heading]),
      )
      .join('')
  )
}

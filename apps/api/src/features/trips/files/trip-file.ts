import { forFileName, type MadeFile } from '../../../http/file-answer.js'
import type { Locale } from '../../../texts/locale.js'
import { cutAtMeridian } from './cut-at-meridian.js'
import { csvOf, escaped, GPX, type Point, toPoint, XML_HEAD } from './line-file.js'
import type { TripRow, WaypointRow } from '../trip.row.js'

export const TRIP_FILE_FORMATS = ['gpx', 'kml', 'geojson', 'csv'] as const
export type TripFileFormat = (typeof TRIP_FILE_FORMATS)[number]

interface FileContent {
  trip: TripRow
  points: readonly Point[]
  /** Title for people: the vehicle and the start time. */
  title: string
  locale: Locale
}

const FORMATS: Record<TripFileFormat, { type: string; write: (told: FileContent) => string }> = {
  gpx: { type: 'application/gpx+xml', write: toGpx },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: toKml },
  geojson: { type: 'application/geo+json', write: toGeoJson },
  csv: { type: 'text/csv; charset=utf-8', write: toCsv },
}

/** Returns a trip with its line as a file for maps and spreadsheets. The file is named after the vehicle and the start. */
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

/** Returns the local start time, for example `2025-07-01 10:00`. */
const localStart = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

function toGpx({ trip, points, title }: FileContent): string {
  return GPX.head(title, trip.started_at) + points.map(GPX.point).join('') + GPX.tail
}

/**
 * Writes KML. The times of a line use Google's extension, because all readers of KML support it.
 * @source OGC 07-147r2, KML 2.2
 */
function toKml({ points, title }: FileContent): string {
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

const positionOf = ({ longitude, latitude, altitudeM }: Point): number[] =>
  altitudeM === null ? [longitude, latitude] : [longitude, latitude, altitudeM]

/**
 * Writes one feature: the line, and the data of each position in the same order.
 * @source RFC 7946
 */
function toGeoJson({ trip, points: fixes, title }: FileContent): string {
  const parts = cutAtMeridian(fixes)
  const points = parts.flat()
  const lines = parts.map((part) => part.map(positionOf))
  const [line = []] = lines
  // A line needs at least two positions, so a single position becomes a point.
  const [only] = line
  const geometry =
    lines.length > 1
      ? { type: 'MultiLineString', coordinates: lines }
      : line.length > 1
        ? { type: 'LineString', coordinates: line }
        : only
          ? { type: 'Point', coordinates: only }
          : null
  const properties = {
    name: title,
    trip_id: trip.id,
    trip_started_at: trip.started_at.toISOString(),
    trip_ended_at: trip.is_open ? null : trip.ended_at.toISOString(),
    trip_arrived_at: trip.is_open ? null : (trip.arrived_at?.toISOString() ?? null),
    distance_m: trip.distance_m,
    times: points.map(({ time }) => time),
    speeds_kph: points.map(({ speedKph }) => speedKph),
    headings: points.map(({ heading }) => heading),
  }
  return `${JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties }] })}\n`
}

function toCsv({ points, locale }: FileContent): string {
  const { head, point } = csvOf(locale)
  return head + points.map(point).join('')
}

import { escapeHtml } from '@roadbook/platform'
import type pg from 'pg'
import { portions } from './portions.js'
import { marked } from './parts/part.js'

interface Point {
  trip: string
  at: string
  latitude: string
  longitude: string
  altitude: number | null
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Roadbook" xmlns="http://www.topografix.com/GPX/1/1">\n'

/** Writes the marked trips of a vehicle as GPX 1.1 (https://www.topografix.com/GPX/1/1): one track for each trip. */
export async function* gpxOf(client: pg.ClientBase, vehicle: { id: number; name: string }): AsyncGenerator<string> {
  yield `${HEAD}<metadata><name>${escapeXml(vehicle.name)}</name></metadata>\n`
  let current: string | undefined
  const points = portions<Point>(
    client,
    `SELECT t.id::text AS trip, to_char(w.positioned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
       (w.latitude / 1e7::numeric)::numeric(10, 7)::text AS latitude, (w.longitude / 1e7::numeric)::numeric(10, 7)::text AS longitude,
       w.altitude_m AS altitude
     FROM trips t JOIN waypoints w ON w.device_id = t.device_id AND w.positioned_at BETWEEN t.started_at AND t.ended_at
     WHERE t.entity_id = ${vehicle.id} AND t.deleted_at IS NULL AND t.id IN ${marked('trips')}
       AND w.validity = 0 AND w.latitude IS NOT NULL AND w.longitude IS NOT NULL
     ORDER BY t.started_at, t.id, w.positioned_at`,
  )
  for await (const rows of points) {
    let text = ''
    for (const { trip, at, latitude, longitude, altitude } of rows) {
      if (trip !== current) {
        text += `${current === undefined ? '' : '</trkseg></trk>\n'}<trk><name>Trip ${trip}</name><trkseg>\n`
        current = trip
      }
      const height = altitude === null ? '' : `<ele>${altitude}</ele>`
      text += `<trkpt lat="${latitude}" lon="${longitude}">${height}<time>${at}</time></trkpt>\n`
    }
    yield text
  }
  yield `${current === undefined ? '' : '</trkseg></trk>\n'}</gpx>\n`
}

/** Characters that XML 1.0 does not allow are left out. */
const escapeXml = (text: string): string =>
  escapeHtml(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))

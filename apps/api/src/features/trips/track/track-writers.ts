import type { Locale } from '../../../texts/locale.js'
import { csvOf, GPX, type Point } from '../files/line-file.js'
import type { TrackFormat, TrackQuery } from './track-query.js'

/** Data of a track besides its readings. */
export interface TrackHead {
  entityId: number
  /** Name of the vehicle. */
  title: string
  locale: Locale
  period: Pick<TrackQuery, 'from' | 'till'>
}

/** Parts of a track's text: a head, each reading, and a tail with the counts. The text is sent as a stream. */
export interface TrackWriter {
  head: string
  /** @param isFirst true for the first reading */
  point: (point: Point, isFirst: boolean) => string
  tail: (told: { points: number; skipped: number }) => string
}

/** Writers by format. */
export const TRACK_WRITERS: Record<TrackFormat, (head: TrackHead) => TrackWriter> = {
  json: ({ entityId, period }) => ({
    head: '{"data":[',
    point: ({ time, latitude, longitude, altitudeM, speedKph, heading }, isFirst) =>
      separated(isFirst, { positioned_at: time, latitude, longitude, altitude_m: altitudeM, speed_kph: speedKph, heading }),
    tail: ({ points, skipped }) =>
      `],"meta":${JSON.stringify({ entity_id: entityId, from: period.from, till: period.till, points, skipped })}}`,
  }),
  /**
   * Each reading is a separate feature, so that a map program can show the readings by time and speed.
   * @source RFC 7946
   */
  geojson: () => ({
    head: '{"type":"FeatureCollection","features":[',
    point: ({ time, latitude, longitude, altitudeM, speedKph, heading }, isFirst) =>
      separated(isFirst, {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: altitudeM === null ? [longitude, latitude] : [longitude, latitude, altitudeM] },
        properties: { time, speed_kph: speedKph, heading },
      }),
    tail: () => ']}\n',
  }),
  gpx: ({ title, period }) => ({ head: GPX.head(title, period.from), point: GPX.point, tail: () => GPX.tail }),
  csv: ({ locale }) => ({ ...csvOf(locale), tail: () => '' }),
}

const separated = (isFirst: boolean, value: object) => (isFirst ? '' : ',\n') + JSON.stringify(value)

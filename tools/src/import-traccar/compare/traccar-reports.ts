import type { TraccarHttp } from '../source/http.js'
import type { TraccarPosition } from '../source/model.js'
import { TraccarApi } from '../source/read-api.js'
import type { Row } from '../source/read-rows.js'
import { joinCut } from './match.js'
import type { Period } from './periods.js'
import type { ComparedTrip, Span } from './trips.js'

/** Number of reports of one device that are requested at the same time. */
const AT_ONCE = 2

/**
 * Reports of a Traccar server, by `/api/reports/trips` and `/api/reports/summary`. The fields used are the same from version 5.0
 * to 6.14 (`TripReportItem.java`, `SummaryReportItem.java`). Distances are in metres, and engine hours in milliseconds.
 */
export class TraccarReports {
  readonly #api: TraccarApi

  constructor(private readonly http: TraccarHttp) {
    this.#api = new TraccarApi(http)
  }

  /**
   * Returns the ids of the devices for which the account gets reports. Since version 5.6 even an administrator gets empty
   * reports of devices to which the account is not linked.
   */
  async reported(): Promise<ReadonlySet<number>> {
    return new Set((await this.http.list('devices')).map(({ id }) => Number(id)))
  }

  /** Returns the trips of a device in some periods that follow each other, in the order of time. */
  async trips(deviceId: number, periods: readonly Period[]): Promise<ComparedTrip[]> {
    const reports = await this.#reports('trips', deviceId, periods)
    const trips = reports.flat().map(toTrip)
    return joinCut(
      trips.sort((one, other) => one.startedAt - other.startedAt),
      periods.map(({ till }) => till),
    )
  }

  /** Returns the engine hours of a device in each period, in milliseconds. Null if there are none. */
  async engineHours(deviceId: number, periods: readonly Period[]): Promise<(number | null)[]> {
    const reports = await this.#reports('summary', deviceId, periods)
    return reports.map(([row]) => Number(row?.engineHours ?? 0) || null)
  }

  /** Returns the positions of a device in a time, in order. */
  async positions(deviceId: number, { startedAt, endedAt }: Span): Promise<TraccarPosition[]> {
    const positions: TraccarPosition[] = []
    for await (const page of this.#api.positions(deviceId, { fixTime: startedAt, id: 0 }, endedAt)) positions.push(...page)
    return positions
  }

  async #reports(kind: 'trips' | 'summary', deviceId: number, periods: readonly Period[]): Promise<Row[][]> {
    const reports: Row[][] = []
    for (let at = 0; at < periods.length; at += AT_ONCE) {
      const some = periods.slice(at, at + AT_ONCE).map(({ from, till }) =>
        // Both ends of Traccar's periods are included.
        this.http.list(`reports/${kind}?deviceId=${deviceId}&from=${iso(from)}&to=${iso(till - 1)}`),
      )
      reports.push(...(await Promise.all(some)))
    }
    return reports
  }
}

const iso = (time: number): string => new Date(time).toISOString()

const toTrip = (row: Row): ComparedTrip => ({
  startedAt: Date.parse(String(row.startTime)),
  endedAt: Date.parse(String(row.endTime)),
  distanceM: Number(row.distance),
  start: { latitude: Number(row.startLat), longitude: Number(row.startLon) },
  end: { latitude: Number(row.endLat), longitude: Number(row.endLon) },
})

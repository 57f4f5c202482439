import { setImmediate } from 'node:timers/promises'
import type { VehicleType } from '@roadbook/contracts'
import { TRIP_PARAMETERS } from '@roadbook/trips'
import { SourceFailure } from '../../outside/ask-outside.js'
import { unlessAborted } from '../../outside/unless-aborted.js'
import { readRoads } from '../../roads/roads-file.js'
import { byRoadM } from '../read-match.js'
import type { RoadMatcher, TracePoint } from '../road-matcher.js'
import { layOnRoads } from './lay-on-roads.js'
import { type Mode, RoadNetwork } from './road-network.js'

/**
 * Length of the pause after each trip, as a multiple of the time that its matching took. The pause is allowed because users do
 * not wait for a road distance.
 */
const PAUSES = 3
const BICYCLES: ReadonlySet<VehicleType> = new Set(['eBike', 'eCargoBike', 'speedPedelec'])

/**
 * Matches trips with the roads of the operator's region. The roads are in a file, which is read when the first trip needs
 * it. Calls no service, so no data leave the installation.
 */
export class RegionMatcher implements RoadMatcher {
  /** No limit on the number of matches. */
  readonly rate = Infinity
  #network: Promise<RoadNetwork | undefined> | undefined

  constructor(private readonly file: string) {}

  private network(): Promise<RoadNetwork | undefined> {
    this.#network ??= readRoads(this.file)
      .then((roads) => roads && RoadNetwork.fromLines(roads))
      .catch((error: unknown) => {
        this.#network = undefined
        throw new SourceFailure(String(error), undefined, { cause: error })
      })
    return this.#network
  }

  async match(points: readonly TracePoint[], vehicleType: VehicleType, turn: () => Promise<boolean>, signal: AbortSignal) {
    if (!(await turn())) return null
    const network = await this.network()
    if (!network || !points.some((point) => network.covers(point))) return undefined
    const mode: Mode = BICYCLES.has(vehicleType) ? 'bicycle' : 'motor'
    const laying = layOnRoads(network, points, mode, TRIP_PARAMETERS[vehicleType].ceilingKph)
    let busyMs = 0
    for (;;) {
      const begun = performance.now()
      const { done, value } = laying.next()
      busyMs += performance.now() - begun
      if (done) {
        await unlessAborted(busyMs * PAUSES, signal)
        return byRoadM(value)
      }
      if (signal.aborted) return null
      // Lets requests of users run between two steps. A step takes one or two milliseconds.
      await setImmediate()
    }
  }
}

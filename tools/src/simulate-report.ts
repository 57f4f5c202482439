import { type Fix, FixValidity } from '@roadbook/contracts'
import type { Interruption } from '@roadbook/testing'

/**
 * Maximum number of trackers for which each packet is printed as a line. With more trackers, a line at intervals shows the
 * number of accepted records.
 */
const LINE_EACH = 5
const SUM_EVERY_MS = 10_000

const WHY: Readonly<Record<Interruption, string>> = {
  connecting: 'nobody answers there',
  login: 'the login is refused: is it registered?',
  link: 'the link is lost',
}

/** Prints the lines of the simulator while it sends. */
export class SimulationReport {
  #records = 0
  #since: number
  /** The last problem of each tracker, so that the same problem is printed only once for repeated attempts. */
  readonly #trouble = new Map<string, Interruption>()

  constructor(
    private readonly trackers: number,
    private readonly log: (text: string) => void,
    private readonly now: () => number,
  ) {
    this.#since = now()
  }

  acknowledged(imei: string, fixes: readonly Fix[]): void {
    this.#trouble.delete(imei)
    this.#records += fixes.length
    const last = fixes.at(-1)
    if (this.trackers <= LINE_EACH && last) return this.log(`${imei}  ${records(fixes.length)} taken in  ${placeOf(last)}`)
    if (this.now() - this.#since < SUM_EVERY_MS) return
    this.log(`${records(this.#records)} taken in`)
    this.#since = this.now()
    this.#records = 0
  }

  interrupted(imei: string, during: Interruption): void {
    if (this.#trouble.get(imei) === during) return
    this.#trouble.set(imei, during)
    this.log(`${imei}  ${WHY[during]}; it tries again`)
  }
}

const records = (count: number) => (count === 1 ? '1 record' : `${count} records`)

function placeOf({ validity, latitude, longitude, speedKph }: Fix): string {
  if (validity !== FixValidity.valid || latitude === undefined || longitude === undefined) return 'no position'
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}  ${Math.round(speedKph ?? 0)} km/h`
}

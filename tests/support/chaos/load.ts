import type { Fix } from '@roadbook/contracts'
import type { Fleet } from './fleet.js'
import { rides } from './rides.js'

/** Maximum number of fixes. If a load sends so many, its test should have ended before. */
const FIXES = 20_000
const STEP_MS = 100

/** Trackers that report at a steady rate until {@link stop}, even if the other end fails. */
export class Load {
  readonly #timer: NodeJS.Timeout
  readonly #tracks: { imei: string; fixes: Fix[] }[]
  #at = 0

  /** @param perSecond fixes of each tracker per second */
  constructor(
    private readonly fleet: Fleet,
    imeis: readonly string[],
    { perSecond = 20, seed = 7 } = {},
  ) {
    const startAt = Math.floor((Date.now() - 30 * 86_400_000) / 1_000) * 1_000
    this.#tracks = imeis.map((imei, index) => ({ imei, fixes: rides(FIXES, { startAt, seed: seed + index }) }))
    for (const imei of imeis) fleet.add(imei)
    const step = Math.max(1, Math.round((perSecond * STEP_MS) / 1_000))
    this.#timer = setInterval(() => this.#report(step), STEP_MS)
  }

  /** Stops the reports. */
  stop(): void {
    clearInterval(this.#timer)
  }

  #report(step: number): void {
    if (this.#at + step > FIXES) return this.stop()
    for (const { imei, fixes } of this.#tracks) this.fleet.report(imei, fixes.slice(this.#at, this.#at + step))
    this.#at += step
  }
}

import type { KnownDevice } from '@roadbook/consumer/registry/known-device'
import { toRow } from '@roadbook/consumer/steps/resolve-devices'
import { asideReason, isSameReading, type WaypointRow } from '@roadbook/track-store'
import type { Protocol } from '@roadbook/protocols'
import type { StoredFrame } from '../log/stored-frame.js'
import { redecode } from './redecode.js'

/** Frame that today's decoder cannot read. If an earlier decoder read waypoints from it, these stay unchanged. */
export interface Unreadable {
  receivedAt: number
  reason: string
}

/** Fixes that today's decoder reads from the frames of one device. Also decides if a stored waypoint came from these frames. */
export class ExpectedTrack {
  /** Rows by time of the fix. Rows of one time are in the order of the log, and each reading occurs once. */
  readonly rows = new Map<number, WaypointRow[]>()
  /** Rows that must be stored apart from the track, because of their date or their sender. */
  readonly aside: WaypointRow[] = []
  readonly unreadable: Unreadable[] = []
  frames = 0
  fixes = 0
  /** Times of reception of readable frames. If a stored waypoint has one of these times, it came from these frames. */
  readonly #answeredFor = new Set<number>()
  readonly #unreadableAt = new Set<number>()
  readonly #times = new Set<number>()

  constructor(
    readonly device: KnownDevice,
    frames: readonly StoredFrame[],
    protocols: readonly Protocol[],
  ) {
    for (const frame of frames) this.#add(frame, protocols)
  }

  /** Returns true if a stored waypoint came from these frames and all frames of its time of reception are readable. */
  answersFor({ receivedAt }: WaypointRow): boolean {
    return this.#answeredFor.has(receivedAt) && !this.#unreadableAt.has(receivedAt)
  }

  /** Times of all fixes that today's decoder reads from these frames, or that were read when the frames came; oldest first. */
  get times(): number[] {
    return [...this.#times].sort((left, right) => left - right)
  }

  #add(frame: StoredFrame, protocols: readonly Protocol[]): void {
    this.frames++
    for (const fix of frame.packet?.fixes ?? []) this.#times.add(Math.round(fix.positionedAt))
    const decoded = redecode(frame, protocols)
    if ('unreadable' in decoded) {
      this.#unreadableAt.add(frame.receivedAt)
      this.unreadable.push({ receivedAt: frame.receivedAt, reason: decoded.unreadable })
      return
    }
    this.#answeredFor.add(frame.receivedAt)
    for (const fix of decoded.packet.fixes) {
      this.fixes++
      const row = toRow(this.device, fix, decoded.packet)
      if (asideReason(row.fix, row.receivedAt) === undefined) this.#expect(row)
      else this.aside.push(row)
    }
  }

  #expect(row: WaypointRow): void {
    const { positionedAt } = row.fix
    this.#times.add(positionedAt)
    const others = this.rows.get(positionedAt)
    if (others?.some(({ fix, receivedAt }) => isSameReading(fix, row.fix) && receivedAt === row.receivedAt)) return
    if (others) others.push(row)
    else this.rows.set(positionedAt, [row])
  }
}

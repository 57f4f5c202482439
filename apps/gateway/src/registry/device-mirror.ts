import type { SpeedUnit } from '@roadbook/contracts'
import type { Tracker } from './device-directory.js'

/** Columns of `devices` that a gateway needs. */
export interface DeviceRow {
  id: number
  imei: string
  tracker_id: string | null
  utc_offset_minutes: number | null
  speed_unit: SpeedUnit | null
  source_network: string | null
  client_certificate: string | null
  bound_protocol: string | null
  gone: boolean
}

/**
 * All registered trackers in memory, by every identifier that they may use. A tracker that has only its IMEI is stored as
 * `known`, to save memory.
 */
export class DeviceMirror {
  readonly #byIdentity = new Map<string, Tracker | 'known'>()
  readonly #trackerIds = new Map<string, string>()

  find(identity: string): Tracker | 'known' | undefined {
    return this.#byIdentity.get(identity)
  }

  /** @returns true if the data of a known device changed, so that its session must begin again */
  put(row: DeviceRow): boolean {
    const { imei } = row
    const before = this.#byIdentity.get(imei)
    const trackerIdBefore = this.#trackerIds.get(imei)
    const trackerId = row.gone ? undefined : (row.tracker_id ?? undefined)
    if (trackerIdBefore !== undefined && trackerIdBefore !== trackerId) this.#byIdentity.delete(trackerIdBefore)
    if (trackerId === undefined) this.#trackerIds.delete(imei)
    else this.#trackerIds.set(imei, trackerId)
    if (row.gone) this.#byIdentity.delete(imei)
    else {
      const tracker = trackerOf(row)
      this.#byIdentity.set(imei, isPlain(tracker) ? 'known' : tracker)
      if (trackerId !== undefined) this.#byIdentity.set(trackerId, tracker)
    }
    if (before === undefined) return false
    const after = this.#byIdentity.get(imei)
    return trackerIdBefore !== trackerId || JSON.stringify(before) !== JSON.stringify(after)
  }
}

function trackerOf({ imei, utc_offset_minutes, speed_unit, source_network, client_certificate }: DeviceRow): Tracker {
  return {
    imei,
    ...(utc_offset_minutes !== null && { utcOffsetMinutes: utc_offset_minutes }),
    ...(speed_unit !== null && { speedUnit: speed_unit }),
    ...(source_network !== null && { sourceNetwork: source_network }),
    ...(client_certificate !== null && { clientCertificate: client_certificate }),
  }
}

const isPlain = (tracker: Tracker): boolean => Object.keys(tracker).length === 1

import type { Logger } from '@roadbook/platform'
import type pg from 'pg'
import { type Changed, DeviceChanges } from './device-changes.js'
import type { KnownDevice } from './known-device.js'
import { readDevices } from './read-devices.js'

/** Maximum number of devices per statement if many are read again, so that statements stay short. */
const AT_ONCE = 5_000

/**
 * Device and installations of each IMEI. Returns known devices from memory, and queries each unknown one. Every few seconds
 * it reads the known devices that have changed. While the database is unavailable, known devices stay known.
 */
export class DeviceDirectory {
  readonly #known = new Map<string, KnownDevice>()
  readonly #imeis = new Map<number, string>()
  readonly #changes: DeviceChanges
  /** IMEIs of changed devices that have not been read again yet. */
  readonly #stale = new Set<string>()
  /**
   * For each running read of devices, the changes that were noticed meanwhile. The read may have begun before a change, so the
   * changed devices are read again afterwards.
   */
  readonly #readings = new Set<Changed[]>()
  #timer: NodeJS.Timeout | undefined
  #isRefreshing = false

  constructor(
    private readonly pool: pg.Pool,
    private readonly logger: Logger,
  ) {
    this.#changes = new DeviceChanges(pool)
  }

  start(refreshMs: number): void {
    void this.refresh()
    this.#timer = setInterval(() => void this.refresh(), refreshMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /**
   * Returns the devices of these IMEIs, by IMEI. Unknown IMEIs are left out.
   * @throws if an IMEI is not in memory and the database does not answer
   */
  async resolve(imeis: Iterable<string>): Promise<Map<string, KnownDevice>> {
    const wanted = new Set(imeis)
    const missing = [...wanted].filter((imei) => !this.#known.has(imei))
    if (missing.length > 0) await this.renew(missing)
    const found = new Map<string, KnownDevice>()
    for (const imei of wanted) {
      const device = this.#known.get(imei)
      if (device) found.set(imei, device)
    }
    return found
  }

  /**
   * Reads these devices again immediately. Call it if another process has changed one of them. Deleted devices are left out.
   * @throws if the database does not answer
   */
  async renew(imeis: readonly string[]): Promise<Map<string, KnownDevice>> {
    const reading: Changed[] = []
    this.#readings.add(reading)
    try {
      const current = await readDevices(this.pool, imeis)
      for (const imei of imeis) {
        const device = current.get(imei)
        if (device) this.#learn(device)
        else this.#forget(imei)
      }
      for (const changed of reading) this.#markStale(changed)
      return current
    } finally {
      this.#readings.delete(reading)
    }
  }

  #learn(device: KnownDevice): void {
    const before = this.#imeis.get(device.deviceId)
    if (before !== undefined && before !== device.imei) this.#known.delete(before)
    this.#known.set(device.imei, device)
    this.#imeis.set(device.deviceId, device.imei)
  }

  #forget(imei: string): void {
    const device = this.#known.get(imei)
    this.#known.delete(imei)
    // The device may have another IMEI now.
    if (device && this.#imeis.get(device.deviceId) === imei) this.#imeis.delete(device.deviceId)
  }

  private async refresh(): Promise<void> {
    if (this.#isRefreshing) return
    this.#isRefreshing = true
    try {
      const changed = await this.#changes.next()
      this.#markStale(changed)
      for (const reading of this.#readings) reading.push(changed)
      const stale = [...this.#stale]
      for (let at = 0; at < stale.length; at += AT_ONCE) {
        const some = stale.slice(at, at + AT_ONCE)
        await this.renew(some)
        for (const imei of some) this.#stale.delete(imei)
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read the devices again; what is known is used')
    } finally {
      this.#isRefreshing = false
    }
  }

  #markStale({ all, deviceIds }: Changed): void {
    if (all) for (const imei of this.#known.keys()) this.#stale.add(imei)
    for (const deviceId of deviceIds) {
      const imei = this.#imeis.get(deviceId)
      if (imei !== undefined) this.#stale.add(imei)
    }
  }
}

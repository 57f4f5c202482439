import type { Presence } from './presence.js'

/** The trackers that speak on one connection: nearly always one, several behind a forwarding server. */
export class Attendance {
  /** Who spoke last. */
  speaker: Presence | undefined
  /** By name, once there is more than one; two names may be one tracker. */
  #byIdentity: Map<string, Presence> | undefined

  get size(): number {
    return this.#byIdentity ? new Set(this.#byIdentity.values()).size : this.speaker ? 1 : 0
  }

  /** Names that are served; at least as many as trackers. */
  get names(): number {
    return this.#byIdentity?.size ?? (this.speaker ? 1 : 0)
  }

  find(identity: string): Presence | undefined {
    return this.speaker?.identity === identity ? this.speaker : this.#byIdentity?.get(identity)
  }

  withImei(imei: string): Presence | undefined {
    return this.all().find((presence) => presence.imei === imei)
  }

  add(identity: string, presence: Presence): void {
    if (!this.#byIdentity && !this.speaker) {
      this.speaker = presence
      return
    }
    this.#byIdentity ??= new Map(this.speaker ? [[this.speaker.identity, this.speaker]] : [])
    this.#byIdentity.set(identity, presence)
  }

  remove(presence: Presence): void {
    if (this.speaker === presence) this.speaker = undefined
    for (const [identity, one] of this.#byIdentity ?? []) if (one === presence) this.#byIdentity?.delete(identity)
  }

  all(): Presence[] {
    if (this.#byIdentity) return [...new Set(this.#byIdentity.values())]
    return this.speaker ? [this.speaker] : []
  }
}

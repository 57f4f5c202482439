interface Sent {
  id: number
  serial: number
  at: number
}

/** Time in milliseconds for which a reply is still matched with the last command. It is longer than any time-out. */
const REMEMBERED_MS = 15 * 60_000

/**
 * The last command of each tracker that has no reply yet, so that a reply can be matched with it. A command is kept after its
 * time-out, because a late reply is better than none. The key is the IMEI, because the reply may arrive on the tracker's next
 * connection.
 */
export class InFlight {
  readonly #sent = new Map<string, Sent>()

  add(imei: string, sent: Sent): void {
    this.#sent.set(imei, sent)
  }

  /** Returns the id of the command to which a tracker replies, if the id is known. Each command is matched only once. */
  answered(imei: string, serial: number | undefined): number | undefined {
    const sent = this.#sent.get(imei)
    if (!sent || (serial !== undefined && serial !== sent.serial)) return undefined
    this.#sent.delete(imei)
    return sent.id
  }

  /** @param now milliseconds since 1970 UTC */
  forgetOld(now: number): void {
    for (const [imei, { at }] of this.#sent) if (at <= now - REMEMBERED_MS) this.#sent.delete(imei)
  }
}

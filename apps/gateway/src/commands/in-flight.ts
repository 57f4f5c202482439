interface Sent {
  id: number
  serial: number
  at: number
}

/**
 * Maximum milliseconds between a command and its reply. A later reply is not matched with the command. This is longer than any
 * time-out for replies.
 */
const REMEMBERED_MS = 15 * 60_000

/**
 * The last command sent to each tracker, if it has no reply yet. A reply is matched with this command. A command is kept after
 * its time-out, because a late reply is better than none. The key is the IMEI, because the reply may arrive on the tracker's
 * next connection.
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

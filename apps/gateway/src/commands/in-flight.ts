interface Sent {
  id: number
  serial: number
  at: number
}

/** Time for which an answer is still matched with the last command, in milliseconds. Longer than any time-out. */
const REMEMBERED_MS = 15 * 60_000

/**
 * The last unanswered command of each tracker, to match the answer with it. A command is kept after its time-out, because a late
 * answer is better than none. Keyed by IMEI, because the answer may arrive on the tracker's next connection.
 */
export class InFlight {
  readonly #sent = new Map<string, Sent>()

  add(imei: string, sent: Sent): void {
    this.#sent.set(imei, sent)
  }

  /** Returns the id of the command that a tracker answers, if it is known. Each command is matched once. */
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

interface Sent {
  id: number
  serial: number
  at: number
}

/** For how long a tracker's answer still belongs to what was sent last: longer than any time-out. */
const REMEMBERED_MS = 15 * 60_000

/**
 * What was sent last to each tracker and is not answered yet, so that an answer finds its command. A tracker that was
 * given up is remembered too: late is better than lost. By IMEI, because an answer may come on the next connection.
 */
export class InFlight {
  readonly #sent = new Map<string, Sent>()

  add(imei: string, sent: Sent): void {
    this.#sent.set(imei, sent)
  }

  /** The id of the command that an answer of this tracker is to; an answer is to one command, once. */
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

import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Fix } from '@roadbook/contracts'

/**
 * Journal of acknowledged fixes. When a tracker has read the acknowledgement of a fix, the journal gets one line (IMEI, fix
 * time, sequence). The line is on disk before the next turn of the event loop ends. Every fix in the journal must be in the
 * store.
 */
export class AckJournal {
  readonly #file: number
  #waiting: string[] = []
  #sequence = 0
  #isScheduled = false

  constructor(private readonly path: string) {
    this.#file = openSync(path, 'a')
  }

  /** Number of fixes acknowledged so far. */
  get acknowledged(): number {
    return this.#sequence
  }

  add(imei: string, fixes: readonly Fix[]): void {
    for (const { positionedAt } of fixes) this.#waiting.push(`${imei} ${positionedAt} ${++this.#sequence}\n`)
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#write())
  }

  /** Reads the file. Returns for each tracker and each instant the number of acknowledged readings. */
  read(): Map<string, Map<number, number>> {
    this.#write()
    const promised = new Map<string, Map<number, number>>()
    for (const line of readFileSync(this.path, 'latin1').split('\n')) {
      if (line === '') continue
      const [imei, positionedAt] = line.split(' ') as [string, string]
      const instants = promised.get(imei) ?? new Map<number, number>()
      instants.set(Number(positionedAt), (instants.get(Number(positionedAt)) ?? 0) + 1)
      promised.set(imei, instants)
    }
    return promised
  }

  close(): void {
    this.#write()
    closeSync(this.#file)
  }

  #write(): void {
    this.#isScheduled = false
    if (this.#waiting.length === 0) return
    writeSync(this.#file, this.#waiting.join(''))
    this.#waiting = []
    fdatasyncSync(this.#file)
  }
}

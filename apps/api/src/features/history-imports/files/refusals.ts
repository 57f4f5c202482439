/** Reasons why a position of a file is left out. Each is a text of this feature. */
export type Reason =
  | 'no-place'
  | 'not-on-earth'
  | 'swapped'
  | 'no-fix'
  | 'no-time'
  | 'not-a-time'
  | 'ambiguous-date'
  | 'future'
  | 'too-old'
  | 'twice'
  | 'not-json'
  | 'other-fields'
  | 'tracker'
  | 'imported'

/** Number of lines that are named for each reason. */
const MOST_NAMED = 5

export interface Refused {
  reason: Reason
  count: number
  /**
   * Numbers of the first lines or positions that were left out for this reason, counted from 1. Empty if the reason is not
   * in the file itself, for example another tracker on the vehicle.
   */
  lines: number[]
  /** Details about the first of them, in English, if the file's reader provides any. */
  detail?: string
}

/** Counts the positions of a file that are left out, by reason. */
export class Refusals {
  readonly #found = new Map<Reason, Refused>()

  add(reason: Reason, line?: number, detail?: string): void {
    const found = this.#found.get(reason) ?? { reason, count: 0, lines: [], ...(detail !== undefined && { detail }) }
    found.count++
    if (line !== undefined && found.lines.length < MOST_NAMED) found.lines.push(line)
    this.#found.set(reason, found)
  }

  get count(): number {
    return [...this.#found.values()].reduce((sum, { count }) => sum + count, 0)
  }

  /** Returns the reasons, the most frequent first. */
  list(): Refused[] {
    return [...this.#found.values()].sort((one, other) => other.count - one.count)
  }
}

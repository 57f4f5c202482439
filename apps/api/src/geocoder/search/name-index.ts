import { setImmediate } from 'node:timers/promises'
import { distanceM, type Position } from '@roadbook/geo'
import { begins, type Fit, fitOf, holds, type Typed, type TypedWord } from './words.js'

/** A named place. */
export interface NameEntry extends Position {
  /** Names of the place, as `keyOf` returns them. */
  key: string
  /** Number of inhabitants. For a street, it is an assumed number, so that streets can be ordered among towns. */
  size: number
}

/** Number of first letters by which words are indexed. A shorter typed word finds nothing unless there is a longer word too. */
const FILED = 2
/**
 * Value of each kind of fit. One unit is worth as much as ten times the size of a place. A town called York therefore comes
 * before a New York that is ten times as large.
 */
const WORTH: Record<Fit['of'], number> = { whole: 2, beginning: 1, part: 0 }
/** Deduction if a name in another language fits. `Wien` finds Vienna, but `York` first finds the town that is called York. */
const OTHER_NAME = 0.75
/** Value of each typed number that the name contains, for example the 66 of `Route 66`. */
const NUMBER_WORTH = 0.5
/** Distance in metres up to which places count as equally near. */
const NEAR_M = 30_000
/** Deduction when a place is ten times as far away. One unit is worth as much as ten times the size of a place. */
const FARNESS = 1.5
/** Minimum letters of a typed word that must be in a place's own name if another typed word is unknown. */
const SHORTEST_SURE = 3

/** Number of entries that are processed without a break. Other work of the process runs in the breaks. */
const SLICE = 1_000

/** An entry that was found. */
export interface Found {
  /** Number of the entry, from 0, in the order in which entries were added. */
  at: number
  score: number
}

/** An entry that contains the typed words. `unknown` is the number of words that it does not contain. */
interface Candidate extends Found {
  unknown: number
}

/**
 * Finds places by the beginnings of the words in their names. The typed words may be in any order. The best places come
 * first. Fit, size and distance decide: a place that is ten times as far away as another must be about thirty times as large
 * to come before it.
 */
export class NameIndex {
  readonly #files = new Map<string, number[]>()
  readonly #keys: string[] = []
  readonly #sizes: number[] = []
  readonly #latitudes: number[] = []
  readonly #longitudes: number[] = []

  /**
   * @param aroundOf returns the names around an entry, as a key of `keyOf`. For a street, these are its town, region and
   *   country.
   */
  constructor(private readonly aroundOf: (at: number) => string) {}

  add({ key, size, latitude, longitude }: NameEntry): void {
    const at = this.#keys.push(key) - 1
    this.#sizes.push(size)
    this.#latitudes.push(latitude)
    this.#longitudes.push(longitude)
    const beginnings = new Set(Array.from(key.matchAll(/ ([^ \n]{2})/gu), ([, beginning = '']) => beginning))
    for (const beginning of beginnings) {
      const file = this.#files.get(beginning)
      if (file) file.push(at)
      else this.#files.set(beginning, [at])
    }
  }

  keyAt(at: number): string {
    return this.#keys[at] ?? ''
  }

  /**
   * Finds the best entries that have every typed word in their own name or in the names around them. If there are no such
   * entries, finds entries that lack one of the words. Such a word may be a street that is not in the data, or the `FL` of a
   * postcode. Takes breaks for other work of the process.
   */
  async find(typed: Typed, { near, most }: { near?: Position; most: number }): Promise<Found[]> {
    const found: Candidate[] = []
    const words = [...new Set(typed.words)]
    const seen = new Set<number>()
    let looked = 0
    for (const spelling of new Set(words.flat())) {
      for (const at of this.#files.get(Array.from(spelling).slice(0, FILED).join('')) ?? []) {
        if (++looked % SLICE === 0) await setImmediate()
        if (seen.has(at) || !begins(this.keyAt(at), [spelling])) continue
        seen.add(at)
        const candidate = this.#candidate(at, { ...typed, distinct: words, near })
        if (candidate) found.push(candidate)
      }
    }
    const least = found.reduce((fewest, { unknown }) => Math.min(fewest, unknown), Infinity)
    return found
      .filter(({ unknown }) => unknown === least)
      .toSorted((one, other) => other.score - one.score || one.at - other.at)
      .slice(0, most)
  }

  /** @returns undefined if too many words are unknown */
  #candidate(at: number, typed: Typed & { distinct: readonly TypedWord[]; near?: Position }): Candidate | undefined {
    const key = this.keyAt(at)
    const held = new Set(typed.distinct.filter((word) => holds(key, word)))
    const rest = typed.distinct.filter((word) => !held.has(word))
    const around = rest.length > 0 ? this.aroundOf(at) : ''
    const unknown = rest.filter((word) => !begins(around, word)).length
    const own = typed.words.filter((word) => held.has(word))
    const isSure = unknown === 0 || (unknown === 1 && own.some(([word = '']) => word.length >= SHORTEST_SURE))
    return isSure ? { at, unknown, score: this.#score(at, { own, numbers: typed.numbers, near: typed.near }) } : undefined
  }

  #score(at: number, typed: { own: readonly TypedWord[]; numbers: readonly string[]; near?: Position }): number {
    const key = this.keyAt(at)
    const place = { latitude: this.#latitudes[at] ?? 0, longitude: this.#longitudes[at] ?? 0 }
    const numbers = typed.numbers.filter((number) => begins(key, [number])).length
    const farness = typed.near ? FARNESS * Math.log10(1 + distanceM(place, typed.near) / NEAR_M) : 0
    const { of, isOwn } = fitOf(key, typed.own)
    return WORTH[of] - (isOwn ? 0 : OTHER_NAME) + numbers * NUMBER_WORTH + Math.log10(this.#sizes[at] ?? 1) - farness
  }
}

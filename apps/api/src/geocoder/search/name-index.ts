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

/** Number of first letters by which words are indexed. A search finds nothing if all typed words are shorter. */
const FILED = 2
/**
 * Points for each kind of fit. One point has the same effect as ten times the size. A town called York therefore comes
 * before a New York that is less than a hundred times as large.
 */
const WORTH: Record<Fit['of'], number> = { whole: 2, beginning: 1, part: 0 }
/**
 * Points that are deducted if only a name in another language fits. `Wien` finds Vienna, but `York` first finds the town
 * that is called York.
 */
const OTHER_NAME = 0.75
/** Points for each typed number that the name contains, for example the 66 of `Route 66`. */
const NUMBER_WORTH = 0.5
/** A place within this distance, in metres, loses less than half a point for its distance. */
const NEAR_M = 30_000
/** Points that are deducted for each tenfold increase of a large distance. */
const FARNESS = 1.5
/** If one typed word is unknown, another typed word with at least this many letters must be in the place's own name. */
const SHORTEST_SURE = 3

/** Number of entries that are processed without a break. Other work of the process runs in the breaks. */
const SLICE = 1_000

/** An entry that was found. */
export interface Found {
  /** Number of the entry, from 0, in the order in which entries were added. */
  at: number
  score: number
}

/**
 * An entry that contains typed words. `unknown` is the number of typed words that neither its own name nor the names around
 * it contain.
 */
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

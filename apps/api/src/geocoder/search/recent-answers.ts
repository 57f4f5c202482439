/** Maximum answers kept. They are a few kilobytes each. */
const MOST = 500
/** Time in milliseconds for which an answer is kept. Streets seldom change, and users often repeat a search. */
const FOR_MS = 3_600_000

/** Keeps the newest answers of a service in memory. */
export class RecentAnswers<Answer> {
  readonly #kept = new Map<string, { answer: Answer; till: number }>()

  /** @param now milliseconds since 1970 */
  constructor(private readonly now: () => number = Date.now) {}

  get(key: string): Answer | undefined {
    const kept = this.#kept.get(key)
    return kept && kept.till > this.now() ? kept.answer : undefined
  }

  keep(key: string, answer: Answer): void {
    this.#kept.delete(key)
    this.#kept.set(key, { answer, till: this.now() + FOR_MS })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest)
  }
}

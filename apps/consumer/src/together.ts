import { isRetriable } from './retry.js'

export interface TogetherOptions<Request, Result> {
  /** Performs all requests or none of them. */
  work: (requests: readonly Request[]) => Promise<Result>
  /**
   * Returns true if a request may take long. Such a request is performed immediately and separately, so that other requests do
   * not have to wait for it.
   */
  isApart?: (request: Request) => boolean
  /** Returns the size of a request. */
  size: (request: Request) => number
  /** Maximum total size of requests that are performed together. A single request may be larger. */
  most: number
  /** Maximum number of calls of `work` at the same time. */
  atOnce: number
}

interface Waiting<Request, Result> {
  request: Request
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Combines requests that several lanes (each processes one partition) make at the same moment, because a transaction takes
 * nearly as long for one fix as for fifty. If a combined call fails, each of its requests is performed separately, so that
 * only the request that caused the failure is rejected. If the database is unavailable, all requests are rejected, and their
 * callers try again.
 */
export class Together<Request, Result> {
  #waiting: Waiting<Request, Result>[] = []
  #running = 0
  #isCalled = false

  constructor(private readonly options: TogetherOptions<Request, Result>) {}

  /** @returns the result of the call that included the request */
  do(request: Request): Promise<Result> {
    if (this.options.isApart?.(request)) return this.options.work([request])
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      if (this.#isCalled) return
      this.#isCalled = true
      // Waits for the end of this turn of the event loop, because lanes that were woken together call `do` in the same turn.
      setImmediate(() => {
        this.#isCalled = false
        this.#begin()
      })
    })
  }

  #begin(): void {
    while (this.#running < this.options.atOnce && this.#waiting.length > 0) {
      this.#running++
      void this.#run(this.#take()).finally(() => {
        this.#running--
        this.#begin()
      })
    }
  }

  #take(): Waiting<Request, Result>[] {
    const { size, most } = this.options
    let sum = 0
    const end = this.#waiting.findIndex(({ request }, at) => (sum += size(request)) > most && at > 0)
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** Performs requests together. Never rejects. */
  async #run(all: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const result = await this.options.work(all.map(({ request }) => request))
      for (const { resolve } of all) resolve(result)
    } catch (error) {
      if (all.length > 1 && !isRetriable(error)) for (const one of all) await this.#run([one])
      else for (const { reject } of all) reject(error)
    }
  }
}

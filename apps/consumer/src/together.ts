import { isRetriable } from './retry.js'

export interface TogetherOptions<Request, Result> {
  /** Does what all of them ask for: all of it or nothing. */
  work: (requests: readonly Request[]) => Promise<Result>
  /** Whether a request may have to wait for long, which no other shall do with it: it is done at once and alone. */
  isApart?: (request: Request) => boolean
  /** How large a request is; … */
  size: (request: Request) => number
  /** … and how large those may be that are done as one, where there are several. */
  most: number
  /** How much may be done at the same time. */
  atOnce: number
}

interface Waiting<Request, Result> {
  request: Request
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * What several lanes ask for in the same moment, done as one: a transaction costs nearly the same for one fix as for fifty. One
 * request that cannot be done fails by itself; the others are then done each alone.
 */
export class Together<Request, Result> {
  #waiting: Waiting<Request, Result>[] = []
  #running = 0
  #isCalled = false

  constructor(private readonly options: TogetherOptions<Request, Result>) {}

  /** @returns the result of whatever it was done with */
  do(request: Request): Promise<Result> {
    if (this.options.isApart?.(request)) return this.options.work([request])
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      if (this.#isCalled) return
      this.#isCalled = true
      // Lanes that were woken together come here in the same turn of the event loop.
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

  /** Never rejects. */
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

import { setTimeout as pause } from 'node:timers/promises'

/** Error if the API refuses a request. It contains the reason that the API gives. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** Number of attempts of a request while the API does not answer, and the pause between two attempts. */
const TRIES = 5
const PAUSE_MS = 2_000

interface Problem {
  title?: string
  detail?: string
  errors?: Record<string, string[]>
}

/**
 * Reads and writes through the API of Roadbook with a super admin's token, so that the API's rules, audit log and tenancy apply.
 */
export class RoadbookApi {
  readonly #base: string

  constructor(
    address: string,
    private readonly token: string,
  ) {
    this.#base = `${address.replace(/\/+$/, '')}/api/v1`
  }

  /**
   * Sends a write. Waits if the API limits the rate, and tries again while the API does not answer.
   * @param key idempotency key: a write that is repeated with the same key within a day returns the first answer
   * @returns `data` of the answer
   * @throws Refused when the API refuses it
   * @throws Error when the API does not answer for a while, or the token is not accepted
   */
  async write(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, key?: string): Promise<{ id: number }> {
    const text = await this.#answered(method, path, body, key)
    return text === '' ? { id: 0 } : (JSON.parse(text) as { data: { id: number } }).data
  }

  /**
   * Reads, with the same patience as {@link write}.
   * @throws Refused when the API refuses it
   */
  async read<Answer>(path: string): Promise<Answer> {
    return JSON.parse(await this.#answered('GET', path, undefined)) as Answer
  }

  async #answered(method: string, path: string, body: unknown, key?: string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#send(method, path, body, key).catch((error: unknown) => {
        if (attempt < TRIES) return undefined
        const cause = (error as { cause?: Error }).cause ?? (error as Error)
        throw new Error(`Roadbook does not answer at ${this.#base}: ${cause.message}`, { cause: error })
      })
      if (answer?.ok) return answer.text()
      if (answer?.status === 429) await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
      else if (answer === undefined || (answer.status >= 500 && attempt < TRIES)) await pause(PAUSE_MS)
      else throw await refusalOf(answer)
    }
  }

  #send(method: string, path: string, body: unknown, key?: string): Promise<Response> {
    return fetch(`${this.#base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        'accept-language': 'en',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
}

async function refusalOf(answer: Response): Promise<Error> {
  const text = await answer.text()
  const problem = readProblem(text)
  const fields = Object.entries(problem.errors ?? {}).map(([field, messages]) => `${field}: ${messages.join(', ')}`)
  const message = fields.length > 0 ? fields.join('; ') : (problem.detail ?? problem.title ?? text.slice(0, 200))
  if (answer.status === 401) return new Error(`Roadbook does not accept the token: ${message}`)
  return new Refused(answer.status, message)
}

function readProblem(text: string): Problem {
  try {
    return JSON.parse(text) as Problem
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

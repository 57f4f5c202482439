import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from './read-rows.js'

/**
 * Credentials with which the import signs in to Traccar: a token from the user's settings, or e-mail address and password as on
 * the web page.
 */
export type TraccarAccess = { token: string } | { email: string; password: string }

/**
 * Number of attempts of a request whose connection drops. There is only one attempt before Traccar has answered for the first
 * time.
 */
const TRIES = 10

/** An answer of Traccar that is not a list, with the reason that it gives. */
export class TraccarRefused extends Error {}

/** Sends requests to the API of a Traccar server. It only reads. */
export class TraccarHttp {
  readonly #base: string
  readonly #authorization: string
  #hasAnswered = false

  constructor(
    address: string,
    access: TraccarAccess,
    private readonly pauseMs = 3_000,
  ) {
    this.#base = `${address.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
    this.#authorization =
      'token' in access
        ? `Bearer ${access.token}`
        : `Basic ${Buffer.from(`${access.email}:${access.password}`).toString('base64')}`
  }

  /**
   * Reads a list.
   * @throws TraccarRefused when Traccar refuses this request
   * @throws Error when Traccar does not answer, or does not accept the credentials
   */
  async list(path: string): Promise<Row[]> {
    const { status, ok, body } = await this.#read(path)
    if (status === 401) throw new Error('Traccar refuses the token, or the e-mail address and password')
    if (!ok) {
      const first = body.split('\n')[0]!.slice(0, 200)
      throw new TraccarRefused(`Traccar answers ${status} to ${path}: ${first}. The account must be an administrator's`)
    }
    const list: unknown = JSON.parse(body)
    this.#hasAnswered = true
    if (!Array.isArray(list)) throw new Error(`Traccar's answer to ${path} is no list`)
    return list as Row[]
  }

  /**
   * Repeats a request after a dropped connection if Traccar has answered before, so that reading a long history survives a
   * restart of Traccar.
   */
  async #read(path: string): Promise<{ status: number; ok: boolean; body: string }> {
    for (let attempt = 1; ; attempt++) {
      const isLast = !this.#hasAnswered || attempt >= TRIES
      try {
        const answer = await fetch(`${this.#base}/${path}`, {
          headers: { authorization: this.#authorization, accept: 'application/json' },
        })
        const { status, ok } = answer
        const body = await answer.text()
        // A proxy in front of Traccar answers with these while Traccar starts.
        if (isLast || ![502, 503, 504].includes(status)) return { status, ok, body }
      } catch (error) {
        const cause = (error as { cause?: Error }).cause ?? (error as Error)
        if (isLast) throw new Error(`Traccar does not answer at ${this.#base}: ${cause.message}`, { cause: error })
      }
      await pause(this.pauseMs)
    }
  }
}

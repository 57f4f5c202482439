import { askOutside, type OutsideRequest, SourceFailure } from '../../../outside/ask-outside.js'
import type { SourceStateRepository } from '../../../outside/source-state.repository.js'
import { ProviderRefusal } from './payment-provider.js'

/**
 * Maximum time in milliseconds from a request to the last byte of its response. It is short, because a user waits for most of
 * these requests.
 */
const TIMEOUT_MS = 10_000
/** Maximum size of a response in bytes. A payment has some kilobytes. */
const MAX_BYTES = 256 * 1024
/** Maximum requests per second of all processes together. */
const RATE = 20
const TOO_MUCH = 429

/**
 * Sends requests to the provider. Sends no requests for a while after the provider did not answer. A refused request does not
 * count as unanswered.
 */
export class ProviderClient {
  constructor(
    private readonly base: string,
    private readonly key: string,
    private readonly state: Pick<SourceStateRepository, 'takeTurn' | 'succeeded' | 'failed'>,
  ) {}

  /**
   * @returns the parsed response
   * @throws SourceFailure, ProviderRefusal
   */
  async ask(
    path: string,
    request: Pick<OutsideRequest, 'body' | 'method'> & { headers?: Record<string, string> },
  ): Promise<unknown> {
    if ((await this.state.takeTurn(RATE)) === undefined) throw new SourceFailure('the payment provider is left alone')
    const { status, body } = await this.send(path, request)
    await this.state.succeeded()
    if (status >= 400)
      throw new ProviderRefusal(`the payment provider answered ${status} to ${path.replace(/\w+_\w+/g, '…')}`, status)
    try {
      return body === '' ? {} : JSON.parse(body)
    } catch (error) {
      throw new SourceFailure('the payment provider answered what is no JSON', undefined, { cause: error })
    }
  }

  private async send(path: string, { headers, ...request }: Parameters<ProviderClient['ask']>[1]) {
    try {
      return await askOutside(new URL(`${this.base.replace(/\/+$/, '')}${path}`), {
        ...request,
        name: 'the payment provider',
        headers: { ...headers, authorization: `Bearer ${this.key}`, 'user-agent': 'Roadbook' },
        maxBytes: MAX_BYTES,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        isAnswer: (code) => code >= 400 && code < 500 && code !== TOO_MUCH,
      })
    } catch (error) {
      if (error instanceof SourceFailure) await this.state.failed(error.pauseS)
      throw error
    }
  }
}

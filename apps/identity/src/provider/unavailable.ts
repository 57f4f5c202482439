/**
 * Error when the database does not answer: the response is 503, so that the browser retries, rather than an error about the
 * request.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** Read by the provider and its HTTP framework. */
  readonly status = 503
  readonly statusCode = 503
  readonly expose = false

  constructor(cause: unknown) {
    super('the database does not answer', { cause })
  }
}

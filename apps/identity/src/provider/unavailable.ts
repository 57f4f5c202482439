/**
 * Error when the database does not answer. The response is 503 and not an error of the request, so that the browser tries
 * again.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** Status of the response. The provider and its HTTP framework read it. */
  readonly status = 503
  readonly statusCode = 503
  readonly expose = false

  constructor(cause: unknown) {
    super('the database does not answer', { cause })
  }
}

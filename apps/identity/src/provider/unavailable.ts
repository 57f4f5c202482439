/** The database does not answer: tell the browser to come back (503), not that something is wrong with its request. */
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

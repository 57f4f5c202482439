import type { components } from './schema.js'

type ProblemCode = components['schemas']['ProblemCode']
/** Existing vehicle that shares a number, such as the frame number, with another one. */
export type Twin = components['schemas']['Twin']

/** Thrown if a call failed. `message` is the server's own message if it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Code of the server's message, if it sent one. */
  readonly code?: ProblemCode
  /** Existing vehicles that may be the vehicle to be saved. */
  readonly twins: readonly Twin[]
  /** Seconds after which the server wants the call to be repeated, if it said so. */
  readonly retryAfterS?: number
  constructor(
    message: string,
    /** HTTP status. 0 if there was no response. */
    readonly status: number,
    readonly kind: 'http' | 'network' | 'timeout',
    /** Server's id of the failed request, for support. */
    readonly requestId?: string,
    /** Messages by field, if the status is 422. */
    readonly fieldErrors: Record<string, string[]> = {},
    {
      code,
      twins = [],
      retryAfterS,
      ...options
    }: ErrorOptions & { code?: ProblemCode; twins?: readonly Twin[]; retryAfterS?: number } = {},
  ) {
    super(message, options)
    this.code = code
    this.twins = twins
    this.retryAfterS = retryAfterS
  }
}

interface Problem {
  title?: string
  code?: ProblemCode
  detail?: string
  request_id?: string
  errors?: Record<string, string[]>
  twins?: Twin[]
}

/** Converts a failed response to an ApiError. The body may be RFC 9457 problem+json or anything else. */
export function toApiError(response: Response, body: unknown): ApiError {
  const problem: Problem = typeof body === 'object' && body !== null ? body : {}
  const requestId = problem.request_id ?? response.headers.get('x-request-id') ?? undefined
  return new ApiError(problem.detail ?? problem.title ?? '', response.status, 'http', requestId, problem.errors, {
    code: problem.code,
    twins: problem.twins,
    retryAfterS: Number(response.headers.get('retry-after')) || undefined,
  })
}

/** Returns whether there was no response, because there is no connection or it is too slow. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.kind !== 'http'

/** Returns the answer, or null if the requested item does not exist. */
export const orNull = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

/**
 * Returns the API's first error message for each field, by the API's field names. Empty if the error does not concern a field.
 */
export const refusedFields = (error: unknown): Readonly<Record<string, string | undefined>> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.fieldErrors).map(([field, [sentence]]) => [field, sentence]))
    : {}

/** Returns whether the server rejected the call with this code. */
export const isRefusedWith = (error: unknown, code: ProblemCode): boolean => error instanceof ApiError && error.code === code

/** Returns whether another user changed the data since it was read (see `unchanged` in headers.ts). */
export const isChangedSince = (error: unknown): boolean => error instanceof ApiError && error.status === 412

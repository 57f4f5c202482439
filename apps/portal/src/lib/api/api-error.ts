import type { components } from './schema.js'

type ProblemCode = components['schemas']['ProblemCode']
/** A vehicle that has the number of another one already. */
export type Twin = components['schemas']['Twin']

/** Why a call failed, in the portal's terms. `message` is the server's own sentence where it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Which of the server's sentences it is, where it sent one. */
  readonly code?: ProblemCode
  /** Vehicles that it may be the same as. */
  readonly twins: readonly Twin[]
  constructor(
    message: string,
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    readonly kind: 'http' | 'network' | 'timeout',
    /** The server's id of the failed request, for support. */
    readonly requestId?: string,
    /** Messages by field, of a 422. */
    readonly fieldErrors: Record<string, string[]> = {},
    { code, twins = [], ...options }: ErrorOptions & { code?: ProblemCode; twins?: readonly Twin[] } = {},
  ) {
    super(message, options)
    this.code = code
    this.twins = twins
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

/** RFC 9457 problem+json, or whatever the answer was, as an ApiError. */
export function toApiError(response: Response, body: unknown): ApiError {
  const problem: Problem = typeof body === 'object' && body !== null ? body : {}
  const requestId = problem.request_id ?? response.headers.get('x-request-id') ?? undefined
  return new ApiError(problem.detail ?? problem.title ?? '', response.status, 'http', requestId, problem.errors, {
    code: problem.code,
    twins: problem.twins,
  })
}

/** Whether no answer came: there is no connection, or it is too slow. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.kind !== 'http'

/** An answer, or null where there is no such thing. */
export const orNull = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

/** What the API has against each field, by its names: the first sentence of each. Nothing where it is about no field. */
export const refusedFields = (error: unknown): Readonly<Record<string, string | undefined>> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.fieldErrors).map(([field, [sentence]]) => [field, sentence]))
    : {}

/** Whether it is refused with this of the server's sentences. */
export const isRefusedWith = (error: unknown, code: ProblemCode): boolean => error instanceof ApiError && error.code === code

/** Somebody else changed what is being written since it was read (`unchanged` in headers.ts). */
export const isChangedSince = (error: unknown): boolean => error instanceof ApiError && error.status === 412

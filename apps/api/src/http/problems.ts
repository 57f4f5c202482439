/** The catalogue of what can go wrong. `type` is stable: clients may switch on it. */
export const PROBLEMS = {
  malformed: { status: 400, type: '/problems/malformed', title: 'The request could not be read' },
  unauthenticated: { status: 401, type: '/problems/unauthenticated', title: 'Not signed in' },
  forbidden: { status: 403, type: '/problems/forbidden', title: 'A permission is missing' },
  notFound: { status: 404, type: '/problems/not-found', title: 'Not found' },
  methodNotAllowed: { status: 405, type: '/problems/method-not-allowed', title: 'This method is not allowed here' },
  conflict: { status: 409, type: '/problems/conflict', title: 'Conflict with the present state' },
  changedSince: { status: 412, type: '/problems/changed-since', title: 'It has changed in the meantime' },
  tooLarge: { status: 413, type: '/problems/too-large', title: 'The request is too large' },
  mediaType: { status: 415, type: '/problems/media-type', title: 'The body must be JSON' },
  invalid: { status: 422, type: '/problems/validation', title: 'Not valid' },
  tooMany: { status: 429, type: '/problems/too-many-requests', title: 'Too many requests' },
  unexpected: { status: 500, type: '/problems/unexpected', title: 'Something went wrong' },
  unavailable: { status: 503, type: '/problems/unavailable', title: 'Unavailable for now' },
} as const
export type ProblemName = keyof typeof PROBLEMS

export interface ProblemDetails {
  detail: string
  /** Messages by field. */
  errors?: Record<string, string[]>
  /** The permission that is missing. */
  permission?: string
  /** How many of what stand in the way. */
  counts?: Record<string, number>
  /** Of a deleted row that stands in the way and can be restored instead. */
  restorableId?: number
  /** Seconds until trying again makes sense. */
  retryAfterS?: number
}

/** What services and guards throw; `problem.filter.ts` alone turns it into an answer. */
export class Problem extends Error {
  override name = 'Problem'
  constructor(
    readonly kind: ProblemName,
    readonly details: ProblemDetails,
    options?: ErrorOptions,
  ) {
    super(details.detail, options)
  }
}

/** The one answer for what is absent and for what belongs to somebody else. */
export const notFound = (what: string): Problem => new Problem('notFound', { detail: `There is no such ${what}` })

export const invalid = (errors: Record<string, string[]>): Problem =>
  new Problem('invalid', { detail: Object.values(errors).flat().join('; '), errors })

import type { TwinDto } from './twin.dto.js'
import { absent, problem, type Thing } from '../texts/platform.js'
import { Sentence } from '../texts/sentence.js'
import { DEFAULT_LOCALE, type Locale } from '../texts/locale.js'

/** All kinds of problems (error responses). `type` never changes, so clients may depend on it. */
export const PROBLEMS = {
  malformed: { status: 400, type: '/problems/malformed', title: problem('malformed') },
  unauthenticated: { status: 401, type: '/problems/unauthenticated', title: problem('unauthenticated') },
  forbidden: { status: 403, type: '/problems/forbidden', title: problem('forbidden') },
  notFound: { status: 404, type: '/problems/not-found', title: problem('not-found') },
  methodNotAllowed: { status: 405, type: '/problems/method-not-allowed', title: problem('method-not-allowed') },
  conflict: { status: 409, type: '/problems/conflict', title: problem('conflict') },
  changedSince: { status: 412, type: '/problems/changed-since', title: problem('changed-since') },
  tooLarge: { status: 413, type: '/problems/too-large', title: problem('too-large') },
  mediaType: { status: 415, type: '/problems/media-type', title: problem('media-type') },
  invalid: { status: 422, type: '/problems/validation', title: problem('validation') },
  tooMany: { status: 429, type: '/problems/too-many-requests', title: problem('too-many-requests') },
  unexpected: { status: 500, type: '/problems/unexpected', title: problem('unexpected') },
  unavailable: { status: 503, type: '/problems/unavailable', title: problem('unavailable') },
} as const
export type ProblemName = keyof typeof PROBLEMS

export interface ProblemDetails {
  /** Errors by field. */
  errors?: Readonly<Record<string, readonly Sentence[]>>
  /** The permission that is missing. */
  permission?: string
  /** Number of objects that prevent the action, by kind. */
  counts?: Record<string, number>
  /** Id of a deleted row that conflicts and can be restored instead. */
  restorableId?: number
  /** Vehicles that already have a number (frame or licence plate) of the new vehicle. */
  twins?: readonly TwinDto[]
  /** Seconds until a retry makes sense. */
  retryAfterS?: number
}

/** Error that services and guards throw. Only `problem.filter.ts` turns it into a response. */
export class Problem extends Error {
  override name = 'Problem'
  readonly details: ProblemDetails

  constructor(
    readonly kind: ProblemName,
    readonly sentence: Sentence,
    { cause, ...details }: ProblemDetails & ErrorOptions = {},
  ) {
    super(sentence.in(DEFAULT_LOCALE), { cause })
    this.details = details
  }
}

/**
 * Returns the problem for a row that is missing or out of scope. The problem is the same in both cases, so that callers
 * cannot find out which rows exist.
 */
export const notFound = (what: Thing): Problem => new Problem('notFound', absent(what))

/**
 * Returns the row that was found.
 * @throws Problem 404 when it is undefined
 */
export function existing<T extends object>(found: T | undefined, what: Thing): T {
  if (found === undefined) throw notFound(what)
  return found
}

export function invalid(errors: Readonly<Record<string, readonly Sentence[]>>): Problem {
  const all = Object.values(errors).flat()
  const [only] = all.length === 1 ? all : []
  return new Problem('invalid', only ?? new SeveralSentences(all), { errors })
}

/** Joins the errors of several fields to one sentence. The codes are in `reasons`. */
class SeveralSentences extends Sentence {
  constructor(private readonly all: readonly Sentence[]) {
    super(PROBLEMS.invalid.title.code)
  }

  override in(locale: Locale): string {
    return this.all.map((sentence) => sentence.in(locale)).join('; ')
  }
}

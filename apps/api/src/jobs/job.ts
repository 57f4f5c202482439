import type { z } from 'zod'
import type { Caller } from '../auth/caller.js'
import { DEFAULT_LOCALE } from '../texts/locale.js'
import type { Sentence } from '../texts/sentence.js'

/** The user who requested a job, with their business. */
export type Requester = Pick<Caller, 'userId' | 'businessId'>

/** Queue settings of a kind of job. */
export interface JobSettings {
  /** Name of the kind and of its queue: lower case with dashes, at most 50 characters. */
  kind: string
  /** Maximum number of attempts. When the last attempt fails, the job has failed. */
  attempts: number
  /**
   * Seconds from the first attempt to the second. Each later pause is twice as long, with a random part, up to
   * {@link retryMaxS}.
   */
  retryAfterS: number
  retryMaxS: number
  /** Seconds after which an attempt is aborted. */
  expireInS: number
  /** Maximum jobs of the kind that one process runs at the same time. */
  concurrency: number
  /**
   * Maximum jobs of the kind that all processes together run for one business at the same time. If absent, businesses have no
   * limit.
   */
  ofOneBusiness?: number
  /** Cron expression in UTC. At these times, the queue requests the job with an empty payload, once for all processes. */
  cron?: string
}

/** A kind of background job. It is declared once, in the folder of its feature. */
export interface Job<Payload extends object> extends JobSettings {
  /**
   * Schema of the payload. A payload is small and contains no secrets, because it is stored unencrypted. It contains ids of
   * rows instead of the rows' contents.
   */
  payload: z.ZodType<Payload>
  /** Returns the singleton key. While a job with the same key waits or runs, no other job with this key is accepted. */
  singletonKey?: (payload: Payload) => string
}

/** Information about a running job, for its handler. */
export interface JobRun {
  jobId: string
  /** Number of the attempt; the first is 1. */
  attempt: number
  isLastAttempt: boolean
  /** Aborts when the attempt takes too long or the process ends. */
  signal: AbortSignal
}

/**
 * Does the work of a job. It may run more than once per job, because a process can die after an effect but before the effect
 * is recorded. The effects must therefore be idempotent. A {@link JobFailure} contains a reason for users. Any other error is
 * logged and shown as unexpected.
 */
export type JobHandler<Payload extends object> = (payload: Payload, run: JobRun) => Promise<void>

/** Reason of a failed attempt, for the user who requested the job. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  /** True when another attempt cannot help. */
  readonly isFinal: boolean
  constructor(
    readonly reason: Sentence,
    options: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(reason.in(DEFAULT_LOCALE), { cause: options.cause })
    this.isFinal = options.isFinal ?? false
  }
}

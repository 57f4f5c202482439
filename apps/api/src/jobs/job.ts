import type { z } from 'zod'
import type { Caller } from '../auth/caller.js'
import { DEFAULT_LOCALE } from '../texts/locale.js'
import type { Sentence } from '../texts/sentence.js'

/** The user who requested a job, with their business. */
export type Requester = Pick<Caller, 'userId' | 'businessId'>

/** Queue settings for a kind of job. */
export interface JobSettings {
  /** Name of the kind and of its queue: lower case with dashes, at most 50 characters. */
  kind: string
  /** Maximum attempts in all. When the last one fails, the job has failed. */
  attempts: number
  /** Seconds from the first attempt to the second. Each later pause is twice as long, with jitter, up to {@link retryMaxS}. */
  retryAfterS: number
  retryMaxS: number
  /** Maximum seconds of one attempt. */
  expireInS: number
  /** Maximum jobs of the kind that one process runs at the same time. */
  concurrency: number
  /**
   * Maximum jobs of the kind that run for one business at the same time, in all processes. When absent, a business has no limit
   * of its own.
   */
  ofOneBusiness?: number
  /** Cron expression in UTC. At these times the queue requests the job, once for all processes, with an empty payload. */
  cron?: string
}

/** A kind of background job, declared once in the folder of its feature. */
export interface Job<Payload extends object> extends JobSettings {
  /**
   * Schema of the payload. A payload is small and has no secrets, because it is stored unencrypted. It contains ids of rows
   * rather than their contents.
   */
  payload: z.ZodType<Payload>
  /** Returns the singleton key. While a job with the same key waits or runs, another one is not accepted. */
  singletonKey?: (payload: Payload) => string
}

/** Information about a running job for its handler. */
export interface JobRun {
  jobId: string
  /** Number of the attempt; the first is 1. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the attempt takes too long or the process ends. */
  signal: AbortSignal
}

/**
 * Does the work of a job. It may run more than once per job, because a process can die after an effect and before the effect is
 * recorded. Its effects must therefore be idempotent. Throws {@link JobFailure} with a reason for users. Any other error is
 * logged and shown as unexpected.
 */
export type JobHandler<Payload extends object> = (payload: Payload, run: JobRun) => Promise<void>

/** Reason of a failed attempt, for the user who requested the job. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  /** True when a retry cannot help. */
  readonly isFinal: boolean
  constructor(
    readonly reason: Sentence,
    options: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(reason.in(DEFAULT_LOCALE), { cause: options.cause })
    this.isFinal = options.isFinal ?? false
  }
}

import type { z } from 'zod'
import type { Caller } from '../auth/caller.js'
import { DEFAULT_LOCALE } from '../texts/locale.js'
import type { Sentence } from '../texts/sentence.js'

/** The user who requested a job, with their business. */
export type Requester = Pick<Caller, 'userId' | 'businessId'>

/** Queue settings for a kind of job. */
export interface JobSettings {
  /** Lower case with dashes, at most 50 characters. Also the name of the queue. */
  kind: string
  /** Maximum attempts in all. The last failure is final. */
  attempts: number
  /** Seconds until the second attempt; doubles each time, with jitter, up to {@link retryMaxS}. */
  retryAfterS: number
  retryMaxS: number
  /** Maximum seconds of one attempt. */
  expireInS: number
  /** Maximum jobs of the kind running at once in one process. */
  concurrency: number
  /** Maximum jobs of the kind running for one business, in all processes; no limit of its own when absent. */
  ofOneBusiness?: number
  /** Cron expression in UTC. The system then requests the job, once for all processes, with an empty payload. */
  cron?: string
}

/** A kind of background job, declared once in the folder of its feature. */
export interface Job<Payload extends object> extends JobSettings {
  /** Small and without secrets, because it is stored unencrypted. Ids of rows rather than their contents. */
  payload: z.ZodType<Payload>
  /** While a job with the same key waits or runs, another one is not accepted. */
  singletonKey?: (payload: Payload) => string
}

/** Information about a running job for its handler. */
export interface JobRun {
  jobId: string
  /** Counts from 1. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the attempt takes too long or the process ends. */
  signal: AbortSignal
}

/**
 * Does the work. It may run more than once per job, because a process can die between an effect and its record, so its effects
 * must be idempotent. Throws {@link JobFailure} with a reason for users. Any other error is logged and shown as unexpected.
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

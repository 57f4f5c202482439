import type { z } from 'zod'
import type { Caller } from '../auth/caller.js'
import { DEFAULT_LOCALE } from '../texts/locale.js'
import type { Sentence } from '../texts/sentence.js'

/** Whose job it is; nobody's when the system asks. */
export type Requester = Pick<Caller, 'userId' | 'businessId'>

/** How the queue treats a kind of job. */
export interface JobSettings {
  /** Lower case with dashes, at most 50 characters; also the name of its queue. */
  kind: string
  /** In all; the last one's failure is final. */
  attempts: number
  /** Seconds until the second attempt; doubles each time, with jitter, up to {@link retryMaxS}. */
  retryAfterS: number
  retryMaxS: number
  /** Seconds that one attempt may take. */
  expireInS: number
  /** How many of the kind run at once in one process. */
  concurrency: number
  /** How many of them, in all processes, may be of one business; as many as run where it is left out. */
  ofOneBusiness?: number
  /** Cron expression, UTC; such a job is asked for by the system, once for all processes, with an empty payload. */
  cron?: string
}

/** What can be done in the background: declared once, in the folder of whoever needs it. */
export interface Job<Payload extends object> extends JobSettings {
  /** Small and without secrets: it is stored as it is. Ids of rows rather than their contents. */
  payload: z.ZodType<Payload>
  /** While a job with the same key waits or runs, another one is not taken. */
  singletonKey?: (payload: Payload) => string
}

/** What a handler knows of the job that it runs. */
export interface JobRun {
  jobId: string
  /** From 1. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the attempt took too long or the process ends. */
  signal: AbortSignal
}

/**
 * Does the work. It may run more than once for one job (a process can die between an effect and its record), so its effects
 * must be the same when repeated. Throws {@link JobFailure} with a reason that people may read; any other error is logged
 * and shown as unexpected.
 */
export type JobHandler<Payload extends object> = (payload: Payload, run: JobRun) => Promise<void>

/** Why an attempt failed, in words for the person who asked. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  /** Trying again cannot help. */
  readonly isFinal: boolean
  constructor(
    readonly reason: Sentence,
    options: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(reason.in(DEFAULT_LOCALE), { cause: options.cause })
    this.isFinal = options.isFinal ?? false
  }
}

import type { Logger } from '@roadbook/platform'
import type { JobResult, JobWithMetadata } from 'pg-boss'
import { jobSays } from './texts.js'
import { type Job, JobFailure, type JobHandler } from './job.js'

/** Runs one attempt of a job. Never rejects. A failure is returned as the result. */
export async function runJob<Payload extends object>(
  job: Job<Payload>,
  handle: JobHandler<Payload>,
  queued: JobWithMetadata<unknown>,
  logger: Logger,
): Promise<JobResult> {
  const { id, retryCount, retryLimit, signal } = queued
  const about = { job: id, kind: job.kind, attempt: retryCount + 1 }
  const payload = job.payload.safeParse(queued.data ?? {})
  if (!payload.success) {
    logger.error({ ...about, err: payload.error }, 'a job cannot be read')
    return { id, status: 'deadletter', output: { reason: jobSays('another-version').stored() } }
  }
  try {
    await handle(payload.data, { jobId: id, attempt: retryCount + 1, isLastAttempt: retryCount >= retryLimit, signal })
    return { id, status: 'completed' }
  } catch (error) {
    const isExpected = error instanceof JobFailure
    const isFinal = (isExpected && error.isFinal) || retryCount >= retryLimit
    logger[isFinal || !isExpected ? 'error' : 'warn']({ ...about, err: error, isFinal }, 'a job failed')
    const reason = isExpected ? error.reason : jobSays('unexpected')
    return { id, status: isFinal ? 'deadletter' : 'failed', output: { reason: reason.stored() } }
  }
}

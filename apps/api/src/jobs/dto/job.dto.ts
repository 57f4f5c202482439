import type { Sentence } from '../../texts/sentence.js'
import { ApiSchema } from '@nestjs/swagger'
import { Moment, OneOf, Text, Whole } from '../../http/properties.js'

export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

/** A background job, from its request to its end. */
@ApiSchema({ name: 'Job' })
export class JobDto {
  @Text({ description: 'UUID' }) id: string
  @Text({ description: 'Kind of work, for example `send-mail`' }) kind: string
  @OneOf(JOB_STATES, { description: 'State of the job; `queued` also between two attempts' }) state: JobState
  @Whole({ description: 'Attempts so far' }) attempts: number
  @Text({ nullable: true, description: 'Why the last attempt failed; null unless it failed' }) reason: Sentence | string | null
  @Text({
    nullable: true,
    description: 'Name of the requester; null for the system, or for a user outside the caller’s businesses',
  })
  requested_by: string | null
  @Moment() created_at: string
  @Moment({ description: 'Earliest time of the next attempt' }) runs_at: string
  @Moment({ nullable: true, description: 'Time of the last attempt; null before' }) started_at: string | null
  @Moment({ nullable: true, description: 'Time at which the job was done or given up; null before' }) ended_at: string | null
}

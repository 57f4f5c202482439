export { type Job, JobFailure, type JobHandler, type JobRun } from './job.js'
export { type EnqueueOptions, JobQueue, type Requester } from './job-queue.js'
export { jobSays } from './texts.js'
export { JobsModule } from './jobs.module.js'

export { type Job, JobFailure, type JobHandler, type JobRun, type Requester } from './job.js'
export { type EnqueueOptions, JobQueue } from './job-queue.js'
export { jobSays } from './texts.js'
export { JobsModule } from './jobs.module.js'

import { Global, Module } from '@nestjs/common'
import { CleanUp } from './clean-up.js'
import { JobMetrics } from './job-metrics.js'
import { JobQueue } from './job-queue.js'
import { JobsController } from './jobs.controller.js'
import { JobsService } from './jobs.service.js'

/** Global, because any write may queue a job in its own transaction. */
@Global()
@Module({
  controllers: [JobsController],
  providers: [CleanUp, JobMetrics, JobQueue, JobsService],
  exports: [CleanUp, JobQueue],
})
export class JobsModule {}

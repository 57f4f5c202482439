import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { type Job, JobQueue } from '../../../jobs/index.js'
import { VerificationService } from './verification.service.js'

const VERIFY: Job<Record<string, never>> = {
  kind: 'verify-installations',
  payload: z.object({}).strip(),
  attempts: 1,
  retryAfterS: 60,
  retryMaxS: 60,
  expireInS: 300,
  concurrency: 1,
  cron: '* * * * *',
}

/**
 * Runs the sweep every minute in one process, so that installations are verified although no user looks at them. Runs outside
 * requests and serves every business.
 */
@Injectable()
export class VerifyInstallations implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly verification: VerificationService,
  ) {}

  onModuleInit(): void {
    this.queue.handle(VERIFY, () => this.verification.sweep())
  }
}

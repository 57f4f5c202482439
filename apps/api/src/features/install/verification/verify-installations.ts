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

/** Every minute, in one process: an installation that nobody looks at is verified as well. Not a request: it looks at every business. */
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

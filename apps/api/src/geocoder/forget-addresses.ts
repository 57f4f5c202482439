import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { type Job, JobQueue } from '../jobs/index.js'
import { CellQueueRepository } from './cell-queue.repository.js'

export const FORGET_ADDRESSES: Job<Record<string, never>> = {
  kind: 'forget-addresses',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 60,
  retryMaxS: 600,
  expireInS: 300,
  concurrency: 1,
  cron: '37 * * * *',
}

/** Deletes old addresses every hour, even without a geocoder, so that vehicle locations are not kept longer than needed. */
@Injectable()
export class ForgetAddresses implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly cells: CellQueueRepository,
  ) {}

  onModuleInit(): void {
    this.queue.handle(FORGET_ADDRESSES, () => this.cells.forget())
  }
}

import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { inTransaction, type Logger } from '@roadbook/platform'
import type pg from 'pg'
import { z } from 'zod'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../../../configuration.js'
import { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Job, JobQueue } from '../../../jobs/index.js'
import { Mailer } from '../../../mail/index.js'
import { CaseRoomRepository } from '../room/case-room.repository.js'
import { type AlarmedCaseRow, CaseAlarmsRepository, type MovementRow, type ReaderRow } from './case-alarms.repository.js'

const CASE_ALARMS: Job<Record<string, never>> = {
  kind: 'missing-movements',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 10,
  retryMaxS: 60,
  expireInS: 300,
  concurrency: 1,
  cron: '* * * * *',
}

/** Minimum minutes between two mails about one vehicle. Between mails, recovery staff can follow the vehicle on the map. */
const MAIL_PAUSE_MIN = 15
/**
 * Maximum minutes between the end of a movement and the time when it becomes known. A movement that becomes known later is
 * reported as past.
 */
const LATE_MIN = 15

/**
 * Notifies recovery staff that a missing vehicle moves. A movement is a trip. It is identified by the times of its fixes, so
 * resent packets or a recomputed trip cause no second mail. Runs outside requests, for the open cases of every business.
 */
@Injectable()
export class CaseAlarms implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly mailer: Mailer,
    private readonly alarms: CaseAlarmsRepository,
    private readonly rooms: CaseRoomRepository,
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  onModuleInit(): void {
    this.queue.handle(CASE_ALARMS, () => this.run())
  }

  async run(): Promise<void> {
    for (const movement of await this.alarms.findUnnoticed()) {
      await inTransaction(this.pool, (client) => this.notice(new ScopedTransaction(client, 'all'), movement))
    }
    for (const id of await this.alarms.findUntold(MAIL_PAUSE_MIN)) {
      // A failed mail about one case must not delay the mails about other cases.
      await inTransaction(this.pool, (client) => this.notify(new ScopedTransaction(client, 'all'), id)).catch((error: unknown) =>
        this.logger.error({ err: error, case: id }, 'could not tell that a missing vehicle moves'),
      )
    }
  }

  /** Marks the movements as mailed and queues the mail, both in one transaction. */
  private async notify(transaction: ScopedTransaction, id: number): Promise<void> {
    const { SMTP_URL, PORTAL_URL } = this.configuration
    if (SMTP_URL === undefined || PORTAL_URL === undefined) return
    const found = await this.alarms.findForUpdate(transaction, id)
    const reader = found && (await this.readerOf(transaction, found))
    if (!reader) return
    await this.alarms.markTold(transaction, id)
    await this.mailer.send(transaction, {
      to: reader.email,
      locale: reader.locale,
      template: 'missing-moved',
      values: {
        firstName: reader.first_name,
        entityName: found.entity_name,
        caseNumber: found.number,
        change: found.is_late ? 'late' : 'now',
        startedAt: found.started_at.toISOString(),
        endedAt: found.ended_at.toISOString(),
        link: `${PORTAL_URL}/missing/${id}`,
      },
    })
  }

  /**
   * Returns the assignee if they are still allowed to see the vehicle's location. Otherwise returns the user who reported the
   * vehicle missing, if that user is allowed to see the location.
   */
  private async readerOf(transaction: ScopedTransaction, found: AlarmedCaseRow): Promise<ReaderRow | undefined> {
    for (const userId of [found.assignee_id, found.reported_by]) {
      if (userId !== null && (await this.rooms.isAssignee(transaction, userId, found.business_id))) {
        return this.alarms.findReader(transaction, userId)
      }
    }
    return undefined
  }

  /**
   * Stores a movement. If it overlaps stored movements, they become one movement. The result counts as mailed if any of them
   * was mailed.
   */
  private async notice(transaction: ScopedTransaction, movement: MovementRow): Promise<void> {
    if (!(await this.alarms.lockOpen(transaction, movement.case_id))) return
    const [kept, ...others] = await this.alarms.findOverlapping(transaction, movement)
    if (!kept) return this.alarms.add(transaction, movement, LATE_MIN)
    await this.alarms.remove(
      transaction,
      others.map(({ id }) => id),
    )
    const times = [movement, kept, ...others]
    const from = new Date(Math.min(...times.map((one) => one.started_at.getTime())))
    const till = new Date(Math.max(...times.map((one) => one.ended_at.getTime())))
    await this.alarms.stretch(transaction, kept.id, from, till)
  }
}

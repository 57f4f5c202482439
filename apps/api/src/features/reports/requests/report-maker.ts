import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Actor } from '../../../auth/acting.js'
import { AuthenticationService } from '../../../auth/authentication.service.js'
import type { Caller } from '../../../auth/caller.js'
import { LOCATION_PERMISSION } from '../../../auth/location-privacy.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { unpackedWhole } from '../../../exports/index.js'
import { Problem } from '../../../http/problems.js'
import { CleanUp, JobFailure, JobQueue, type JobRun, jobSays, KEPT_DAYS } from '../../../jobs/index.js'
import { type MailAttachment, Mailer, MAX_ATTACHED_BYTES } from '../../../mail/index.js'
import { MEDIA_TYPES } from '../../../papers/index.js'
import { MAKE_REPORT } from './make-report.job.js'
import { type MadeReport, ReportFiles } from './report-files.js'
import { localDay } from '../report-sheet.js'
import { type ReportOrder, ReportRequestsRepository, type Run } from './report-requests.repository.js'
import { say } from '../texts.js'

/** Milliseconds for which a file and its request are kept: 30 days. */
const KEPT_MS = 30 * 24 * 3_600_000
/** Minimum interval in milliseconds between two updates of the progress. */
const TELL_MS = 1_000
/**
 * Maximum size of an attachment in bytes. It is three quarters of the maximum in a mail, because base64 makes the attachment
 * a third larger.
 */
const MAX_MAILED_BYTES = Math.floor((MAX_ATTACHED_BYTES * 3) / 4)

/** Error for a report that is no longer wanted, because it was cancelled or requested again. */
class Unwanted extends Error {
  override name = 'Unwanted'
}

/** Runs the jobs of reports. Runs outside requests and serves every business, each report with its requester's rights. */
@Injectable()
export class ReportMaker implements OnModuleInit {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly database: RequestDatabase,
    private readonly authentication: AuthenticationService,
    private readonly queue: JobQueue,
    private readonly cleanUp: CleanUp,
    private readonly mailer: Mailer,
    private readonly requests: ReportRequestsRepository,
    private readonly files: ReportFiles,
  ) {}

  onModuleInit(): void {
    this.queue.handle(MAKE_REPORT, ({ request_id: id, run }, job) => this.run({ id, run }, job))
    this.cleanUp.forgets('report_files', { since: 'expires_at', days: 0 })
    this.cleanUp.forgets('report_requests', { since: 'created_at', days: KEPT_DAYS })
  }

  private async run(run: Run, { jobId, signal, isLastAttempt }: JobRun): Promise<void> {
    const order = await this.write((transaction) => this.requests.begin(transaction, run))
    if (!order) return
    try {
      const caller = await this.readerOf(order)
      const by: Actor = { caller: withinSchedule(caller, order), origin: { remoteAddress: 'job', requestId: jobId } }
      const made = await this.files.make(by, order.wish, order.format, this.progressOf(run, signal))
      await this.finish(caller, order, run, made)
    } catch (error) {
      if (error instanceof Unwanted) return
      const failure = failureOf(error)
      const isFinal = isLastAttempt || failure?.isFinal === true
      await this.write((transaction) => this.requests.fail(transaction, run, failure?.reason ?? jobSays('unexpected'), isFinal))
      throw failure ?? error
    }
  }

  /**
   * Returns the requester with their current rights. A scheduled report also goes to other users, so it is made without the
   * right to see customers' vehicles with a hidden location.
   */
  private async readerOf({ user_id: userId, asked_at, schedule_id }: ReportOrder): Promise<Caller> {
    const [caller] = await this.authentication.presentCallers([{ caller: { userId }, issuedAt: asked_at.getTime() }])
    if (!caller?.permissions.has('read:reports')) throw new JobFailure(say('not-allowed-any-more'), { isFinal: true })
    if (schedule_id === null) return caller
    return { ...caller, permissions: new Set([...caller.permissions].filter((one) => one !== LOCATION_PERMISSION)) }
  }

  /**
   * Returns a function to call between batches. The function stops a report that is no longer wanted, and stores the progress at
   * most once a second.
   */
  private progressOf(run: Run, signal: AbortSignal): (share: number) => Promise<void> {
    let told = 0
    return async (share) => {
      signal.throwIfAborted()
      const isDue = Date.now() - told >= TELL_MS
      if (isDue) told = Date.now()
      const isWanted = await this.write((transaction) =>
        isDue ? this.requests.progress(transaction, run, Math.floor(share * 99)) : this.requests.isWanted(transaction, run),
      )
      if (!isWanted) throw new Unwanted()
    }
  }

  /**
   * Stores the file, marks the request as done and queues the mails. All this is in one transaction, so that a repeated job
   * changes nothing.
   */
  private async finish(asker: Caller, order: ReportOrder, run: Run, made: MadeReport): Promise<void> {
    const expiresAt = new Date(Date.now() + KEPT_MS)
    const file = {
      name: made.name,
      mediaType: MEDIA_TYPES[order.format],
      packed: made.packed,
      sizeBytes: made.sizeBytes,
      businessIds: made.businessIds,
      expiresAt,
    }
    const isAttached = made.sizeBytes <= MAX_MAILED_BYTES
    const content = isAttached ? (await unpackedWhole(made.packed)).toString('base64') : ''
    const attachments: MailAttachment[] = isAttached
      ? [{ fileName: made.name, contentType: file.mediaType, content, encoding: 'base64' }]
      : []
    const isDone = await this.write(async (transaction) => {
      if (!(await this.requests.finish(transaction, run, made.rows, file))) return false
      await this.mail(transaction, asker, order, made, expiresAt, attachments)
      return true
    })
    if (!isDone) throw new Unwanted()
  }

  /**
   * Mails the recipients, each in their own language. A recipient must be allowed to read reports now. The recipient must
   * also see all businesses of the report, or belong to a business that the requester sees. If mail is not configured, the
   * file waits in the portal.
   */
  private async mail(
    transaction: ScopedTransaction,
    asker: Caller,
    { id, wish }: ReportOrder,
    { title, rows, businessIds }: MadeReport,
    expiresAt: Date,
    attachments: readonly MailAttachment[],
  ): Promise<void> {
    const { PORTAL_URL, SMTP_URL } = this.configuration
    if (PORTAL_URL === undefined || SMTP_URL === undefined) return
    const link = `${PORTAL_URL}/reports?tab=files&report=${id}`
    for (const reader of await this.readers(transaction, id)) {
      if (!sees(reader, businessIds) && !(reader.businessId !== null && sees(asker, [reader.businessId]))) continue
      const { email: to, locale } = reader
      const period = { from: localDay(wish.from), till: localDay(wish.till) }
      const values = {
        firstName: await this.requests.firstNameOf(transaction, reader.userId),
        reportName: title,
        rowCount: rows,
        ...period,
        link,
      }
      const common = { to, locale, timeZone: wish.timeZone, requestedBy: reader }
      if (attachments.length > 0) {
        await this.mailer.send(transaction, { ...common, template: 'report-attached', values, attachments })
      } else {
        const ready = { ...values, expiresAt: expiresAt.toISOString() }
        await this.mailer.send(transaction, { ...common, template: 'report-ready', values: ready })
      }
    }
  }

  private async readers(transaction: ScopedTransaction, id: number): Promise<Caller[]> {
    const recipients = await this.requests.recipients(transaction, id)
    const now = Date.now()
    const callers = await this.authentication.presentCallers(
      recipients.map((one) => ({ caller: { userId: one.id }, issuedAt: now })),
    )
    return callers.filter((caller) => caller !== undefined).filter(({ permissions }) => permissions.has('read:reports'))
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}

/**
 * Limits a scheduled report to the schedule's own business and those below it. The report is made with the rights of the user
 * who last saved the schedule. This user may see more businesses, and without the limit the report would show them to its
 * recipients.
 */
function withinSchedule(caller: Caller, { schedule_scope: within }: ReportOrder): Caller {
  if (within === null) return caller
  return { ...caller, scope: caller.scope === 'all' ? within : caller.scope.filter((id) => within.includes(id)) }
}

const sees = ({ scope }: Caller, businessIds: readonly number[]): boolean =>
  scope === 'all' || businessIds.every((id) => scope.includes(id))

/** Returns the failure with a message if the request itself is wrong. Returns undefined for an unexpected error. */
function failureOf(error: unknown): JobFailure | undefined {
  if (error instanceof JobFailure) return error
  return error instanceof Problem ? new JobFailure(error.sentence, { isFinal: true, cause: error }) : undefined
}

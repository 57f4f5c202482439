import { Inject, Injectable, type OnModuleInit, type StreamableFile } from '@nestjs/common'
import type { FastifyReply } from 'fastify'
import type { QueryResultRow } from 'pg'
import { AuthenticationService } from '../auth/authentication.service.js'
import type { Actor } from '../auth/acting.js'
import type { Caller } from '../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import { parseListCriteria } from '../lists/list-criteria.js'
import { Problem } from '../http/problems.js'
import { CleanUp, JobFailure, JobQueue, type JobRun, jobSays } from '../jobs/index.js'
import { Mailer, MAX_ATTACHED_BYTES } from '../mail/index.js'
import { type CsvWish, readCsvQuery } from '../lists/list-export.js'
import type { List, ListDeclaration } from '../lists/list.js'
import type { ListCriteria } from '../lists/list-fields.js'
import type { Locale } from '../texts/locale.js'
import { csvAnswer } from './csv-answer.js'
import type { CsvFile } from './csv-file.js'
import { CsvFiles } from './csv-files.js'
import { ExportedFilesRepository } from './exported-files.repository.js'
import { MAIL_CSV, type MailCsvPayload } from './mail-csv.job.js'
import { problem } from '../texts/platform.js'

const DAY_MS = 24 * 3_600_000
/** Time for which a file that is too large for a mail can be downloaded, in milliseconds. */
const KEPT_MS = 7 * DAY_MS

/** Adds lines to a file; resolves when they are compressed. */
export type PutLines<Line> = (lines: readonly Line[]) => Promise<void>
/** The requested rows and columns of a list. */
export interface ListView<Own> {
  criteria: ListCriteria<Own>
  wish: CsvWish
}
export type WriteLines<Own, Line> = (by: Actor, view: ListView<Own>, put: PutLines<Line>) => Promise<void>

/** A registered list and its checks. */
interface OfferedList {
  declared: Pick<ListDeclaration<object, object, unknown, unknown>, 'name' | 'portalPath'>
  isFor: (caller: Caller) => boolean
  title: (locale: Locale) => string
  /** @throws Problem 422 for criteria that the list does not support */
  check: (query: Record<string, string>) => void
  make: (by: Actor, query: Record<string, string>) => Promise<CsvFile>
}

/**
 * Exports the view of a list as CSV, directly or by mail. The file has exactly the rows and columns of the view, in the
 * user's language and the requested time zone. It contains only what the user may see at the time when the file is made.
 */
@Injectable()
export class CsvExports implements OnModuleInit {
  readonly #lists = new Map<string, OfferedList>()

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly database: RequestDatabase,
    private readonly authentication: AuthenticationService,
    private readonly queue: JobQueue,
    private readonly cleanUp: CleanUp,
    private readonly mailer: Mailer,
    private readonly csv: CsvFiles,
    private readonly files: ExportedFilesRepository,
  ) {}

  /** Registers a list with its CSV. `write` adds every line of the view in order, a few thousand at a time. */
  offer<Row extends QueryResultRow, Dto, Own, Line>(list: List<Row, Dto, Own, Line>, write: WriteLines<Own, Line>): void {
    const { name, portalPath } = list.declared
    if (this.#lists.has(name)) throw new Error(`the list ${name} is offered twice`)
    const viewOf = (query: Record<string, string>): ListView<Own> => ({
      criteria: parseListCriteria(query, list.fields),
      wish: readCsvQuery(query, list.csv.columns),
    })
    this.#lists.set(name, {
      declared: { name, portalPath },
      isFor: (caller) => list.isFor(caller),
      title: (locale) => list.csv.title(locale),
      check: (query) => void viewOf(query),
      make: (by, query) => {
        const view = viewOf(query)
        return this.csv.make(list, by, view.wish, (put) => write(by, view, put))
      },
    })
  }

  onModuleInit(): void {
    this.queue.handle(MAIL_CSV, (payload, run) => this.run(payload, run))
    this.cleanUp.forgets('exported_files', { since: 'expires_at', days: 0 })
  }

  /**
   * Sends the file for a browser to save.
   * @param query the list's criteria with `format`, `columns` and `tz`, in the form of the list's page
   * @throws Problem 422 for criteria that the list does not support, and for more rows than a sheet may have
   */
  async answer(reply: FastifyReply, by: Actor, name: string, query: Record<string, string>): Promise<StreamableFile> {
    const file = await this.listOf(name).make(by, query)
    return csvAnswer(reply, `${name}.csv`, file.stream())
  }

  /**
   * @param query the list's criteria with `columns` and `tz`, in the form of the list's page
   * @returns the id of the job
   * @throws Problem 422 for criteria that the list does not support; 409 when mails are off
   */
  async ask({ caller, origin }: Actor, name: string, query: Record<string, string>): Promise<string> {
    this.listOf(name).check(query)
    this.portalUrl()
    const { remoteAddress, requestId } = origin
    const whose = { user_id: caller.userId, asked_at: Date.now(), remote_address: remoteAddress, request_id: requestId }
    const id = await this.database.write(caller.scope, (transaction) =>
      this.queue.enqueue(transaction, MAIL_CSV, { list: name, query, ...whose }, { requestedBy: caller }),
    )
    if (id === undefined) throw new Error('a file of its own was taken for another one')
    return id
  }

  private async run(payload: MailCsvPayload, { jobId }: JobRun): Promise<void> {
    const list = this.listOf(payload.list)
    const caller = await this.presentCaller(payload)
    if (!caller || !list.isFor(caller)) {
      throw new JobFailure(jobSays('list-not-visible'), { isFinal: true })
    }
    const origin = { remoteAddress: payload.remote_address, requestId: payload.request_id }
    const file = await list.make({ caller, origin }, payload.query).catch((error: unknown) => {
      if (error instanceof Problem) throw new JobFailure(error.sentence, { isFinal: true, cause: error })
      throw error
    })
    await this.mail(caller, list, file, jobId, payload.query.tz || 'UTC')
  }

  /**
   * One transaction stores the file and queues the mail. If the job runs a second time, it finds the file and queues no
   * second mail.
   */
  private async mail(caller: Caller, list: OfferedList, file: CsvFile, jobId: string, timeZone: string): Promise<void> {
    const isAttached = file.sizeBytes <= MAX_ATTACHED_BYTES
    const text = isAttached ? await file.text() : ''
    const { name: listName, portalPath = `/${listName}` } = list.declared
    const name = `${listName}.csv`
    const expiresAt = new Date(Date.now() + KEPT_MS)
    await this.database.write(caller.scope, async (transaction) => {
      const content = isAttached ? null : file.packed
      const isNew = await this.files.add(transaction, { id: jobId, userId: caller.userId, name, content, expiresAt })
      if (!isNew) return
      const firstName = await this.files.firstNameOf(transaction, caller.userId)
      const common = { to: caller.email, locale: caller.locale, timeZone, requestedBy: caller }
      const values = { firstName, listName: list.title(caller.locale), rowCount: file.rows }
      if (isAttached) {
        const link = `${this.portalUrl()}${portalPath}`
        const attachments = [{ fileName: name, contentType: 'text/csv; charset=utf-8', content: text }]
        await this.mailer.send(transaction, { ...common, template: 'csv-attached', values: { ...values, link }, attachments })
      } else {
        const ready = { ...values, link: `${this.portalUrl()}/exports/${jobId}`, expiresAt: expiresAt.toISOString() }
        await this.mailer.send(transaction, { ...common, template: 'csv-ready', values: ready })
      }
    })
  }

  /**
   * Returns the requesting user with their current rights. Returns undefined when the user's tokens were invalidated after
   * the request.
   */
  private async presentCaller({ user_id, asked_at }: MailCsvPayload): Promise<Caller | undefined> {
    const [caller] = await this.authentication.presentCallers([{ caller: { userId: user_id }, issuedAt: asked_at }])
    return caller
  }

  private listOf(name: string): OfferedList {
    const list = this.#lists.get(name)
    if (!list) throw new JobFailure(jobSays('another-version'), { isFinal: true })
    return list
  }

  private portalUrl(): string {
    const { PORTAL_URL, SMTP_URL } = this.configuration
    if (PORTAL_URL === undefined || SMTP_URL === undefined) {
      throw new Problem('conflict', problem('no-mail-download'))
    }
    return PORTAL_URL
  }
}

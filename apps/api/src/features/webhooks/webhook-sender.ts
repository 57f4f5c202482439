import { randomUUID } from 'node:crypto'
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { WorkNotice } from '@roadbook/contracts'
import type { Logger } from '@roadbook/platform'
import { Gauge, type Registry } from 'prom-client'
import { API_CONFIGURATION, API_LOGGER, API_METRICS, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { WorkNotices } from '../../database/work-notices.js'
import { Mailer } from '../../mail/index.js'
import { GuardedFailure, type GuardedAnswer, guardedPost } from '../../outside/guarded-post.js'
import { OFF_AFTER_S, pauseS, receiverPauseS, TRIED_FOR_S } from './pauses.js'
import { type Due, type Leased, type Settled, type WebhookHealth, SendingRepository } from './sending.repository.js'
import { signatureOf } from './signature.js'
import { WebhookSecrets } from './webhook-secrets.js'

const TIMEOUT_MS = 10_000
/** Maximum number of webhooks that one process sends to at the same time. The next constant is the maximum for one business. */
const RECEIVERS = 10
const OF_ONE_BUSINESS = 3
const GONE = 410

type Clock = () => Date

/** One attempt to send a delivery, with the receiver's answer, or with the problem if there is no answer. */
type Attempt = { due: Due; tookMs: number } & ({ answer: GuardedAnswer; problem?: never } | { answer?: never; problem: string })

/**
 * Sends webhook deliveries. Only one process at a time sends to a webhook. The oldest delivery of each vehicle is sent first.
 * Webhooks take turns: a webhook that was just served comes after all others with a due delivery. A sender is a loop that
 * serves one webhook after the other. A process runs several senders at the same time, but only a few for the webhooks of one
 * business. So the slow receivers of one business do not delay the others. If a process dies, its leases expire. Another
 * process then sends the same deliveries again, with the same ids. Runs outside requests and serves every business.
 */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #lease = randomUUID()
  readonly #senders = new Set<Promise<void>>()
  /** Businesses of the webhooks that have a turn now, by the webhook's id. */
  readonly #served = new Map<number, number>()
  /** Webhooks that had a turn, the most recent last. */
  readonly #had = new Set<number>()
  /** Webhooks whose turn found no delivery to send. They get no further turn until `look` clears this set. */
  readonly #idle = new Set<number>()
  #choosing: Promise<unknown> = Promise.resolve()
  #rounds: ReturnType<WorkNotices['rounds']> | undefined
  #isStopping = false

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly database: RequestDatabase,
    private readonly sending: SendingRepository,
    private readonly secrets: WebhookSecrets,
    private readonly mailer: Mailer,
    private readonly notices: WorkNotices,
    @Inject(API_METRICS) registry: Registry,
  ) {
    const countDue = () => this.database.read('all', (transaction) => this.sending.countDue(transaction))
    new Gauge({
      name: 'webhook_deliveries_due',
      help: 'Webhook deliveries of the whole installation that could be sent now; absent while the database does not answer',
      registers: [registry],
      async collect() {
        const due = await countDue().catch(() => undefined)
        this.remove()
        if (due !== undefined) this.set(due)
      },
    })
  }

  onApplicationBootstrap(): void {
    const everyMs = this.configuration.WEBHOOK_POLL_MS
    const onError = (error: unknown) => this.logger.warn({ err: error }, 'cannot look for due webhook deliveries')
    this.#rounds = this.notices.rounds(() => this.lookAgain(everyMs), { everyMs, notice: WorkNotice.webhooks, onError })
    this.#rounds.start()
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true
    await this.#rounds?.stop()
    await this.ended()
  }

  /** Sends until nothing is due. */
  async sendDue(now: Clock = () => new Date()): Promise<void> {
    await this.look(now)
    await this.ended()
  }

  private async ended(): Promise<void> {
    while (this.#senders.size > 0) await Promise.all(this.#senders)
  }

  /**
   * Sends due deliveries. Returns the polling interval while deliveries wait, for example for a receiver that is down.
   * Otherwise returns undefined, and a notification (NOTIFY) starts the next round.
   */
  private async lookAgain(everyMs: number): Promise<number | undefined> {
    await this.look(() => new Date())
    return (await this.write((transaction) => this.sending.isWaiting(transaction))) ? everyMs : undefined
  }

  /** @throws Error when the database is down */
  private async look(now: Clock): Promise<void> {
    this.#idle.clear()
    const first = await this.nextTurn(now)
    if (first) this.startSender(first, now)
  }

  private startSender(first: Leased, now: Clock): void {
    const sender = this.takeTurns(first, now)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'cannot send for webhooks'))
      .finally(() => this.#senders.delete(sender))
    this.#senders.add(sender)
  }

  /**
   * Serves webhooks one after the other, beginning with `first`. Each time, the webhook that has waited longest is next.
   * Starts another sender if another webhook has a due delivery.
   */
  private async takeTurns(first: Leased, now: Clock): Promise<void> {
    let leased: Leased | undefined = first
    while (leased) {
      const beside = await this.nextTurn(now)
      if (beside) this.startSender(beside, now)
      await this.turn(leased, now)
      leased = await this.nextTurn(now)
    }
  }

  /**
   * Chooses the next webhook for a sender. Senders choose one after another, so that each chooses a different webhook. If a
   * choice fails, the next sender can still choose.
   */
  private nextTurn(now: Clock): Promise<Leased | undefined> {
    const next = this.#choosing.then(() => this.choose(now))
    this.#choosing = next.catch(() => undefined)
    return next
  }

  private async choose(now: Clock): Promise<Leased | undefined> {
    if (this.#isStopping || this.#served.size >= RECEIVERS) return undefined
    const of = [...this.#served.values()]
    const full = of.filter((business) => of.filter((other) => other === business).length >= OF_ONE_BUSINESS)
    const turns = { had: [...this.#had], not: [...this.#served.keys(), ...this.#idle], full }
    const leased = await this.write((transaction) => this.sending.lease(transaction, this.#lease, now(), turns))
    if (leased) this.#served.set(leased.id, leased.business_id)
    return leased
  }

  private async turn(leased: Leased, now: Clock): Promise<void> {
    const { id } = leased
    try {
      const due = await this.write((transaction) => this.sending.due(transaction, leased, now()))
      if (due.length === 0) this.#idle.add(id)
      else await this.round(leased, due, now)
      await this.write((transaction) => this.sending.release(transaction, id, this.#lease))
    } finally {
      this.#served.delete(id)
      this.#had.delete(id)
      this.#had.add(id)
    }
  }

  private async round(leased: Leased, due: readonly Due[], now: Clock): Promise<void> {
    const secrets = await this.secrets.validSecrets(leased, now())
    const withheld = due.filter(({ is_hidden }) => is_hidden)
    const told = due.filter(({ is_hidden }) => !is_hidden)
    const attempts = await Promise.all(told.map((one) => this.attempt(leased.url, one, secrets, now())))
    const at = now()
    const settled = [...withheld.map(({ id }) => settledAs(id, 'withheld')), ...attempts.map((one) => becameOf(one, at))]
    const health = attempts.length > 0 ? healthAfter(leased, attempts, at) : undefined
    await this.write(async (transaction) => {
      await this.sending.settle(transaction, settled, at)
      if (!health) return
      await this.sending.note(transaction, leased.id, health, at)
      if (health.off) await this.notifyAuthor(transaction, leased.id, health.off)
    })
  }

  private async attempt(url: string, due: Due, secrets: readonly string[], at: Date): Promise<Attempt> {
    const body = bodyOf(due)
    const signed = { id: `evt_${due.uid}`, timestamp: Math.floor(at.getTime() / 1_000), body }
    const began = performance.now()
    const tookMs = () => Math.round(performance.now() - began)
    try {
      const answer = await guardedPost(url, {
        body,
        timeoutMs: TIMEOUT_MS,
        allowed: this.configuration.WEBHOOK_ALLOWED_NETWORKS,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Roadbook-Webhooks/1',
          'webhook-id': signed.id,
          'webhook-timestamp': String(signed.timestamp),
          'webhook-signature': signatureOf(signed, secrets),
        },
      })
      return { due, tookMs: tookMs(), answer }
    } catch (error) {
      if (!(error instanceof GuardedFailure)) throw error
      return { due, tookMs: tookMs(), problem: error.problem }
    }
  }

  private async notifyAuthor(transaction: ScopedTransaction, id: number, change: 'gone' | 'failing'): Promise<void> {
    const author = await this.sending.author(transaction, id)
    const { PORTAL_URL } = this.configuration
    if (!author || !PORTAL_URL) return
    const { name, business, email, first_name, locale } = author
    const link = `${PORTAL_URL}/webhooks?webhook=${id}`
    const values = { firstName: first_name, webhookName: name, businessName: business, change, link }
    await this.mailer.send(transaction, { to: email, locale, template: 'webhook-off', values })
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}

/** Returns the text that is sent and signed. It has the same bytes in every attempt. */
export const bodyOf = ({ kind, happened_at, body }: Pick<Due, 'kind' | 'happened_at' | 'body'>): string =>
  JSON.stringify({ type: kind, timestamp: happened_at.toISOString(), data: body })

const isTaken = ({ answer }: Attempt) => answer !== undefined && answer.status >= 200 && answer.status < 300

const settledAs = (id: number, state: Settled['state']): Settled => ({
  id,
  state,
  status: null,
  problem: null,
  took_ms: null,
  next_at: null,
})

function becameOf(attempt: Attempt, at: Date): Settled {
  const { due, tookMs, answer, problem = null } = attempt
  const told = { ...settledAs(due.id, 'delivered'), status: answer?.status ?? null, problem, took_ms: tookMs }
  if (isTaken(attempt)) return told
  const isOver = answer?.status === GONE || (due.first_at && at.getTime() - due.first_at.getTime() >= TRIED_FOR_S * 1_000)
  if (isOver) return { ...told, state: 'failed' }
  return { ...told, state: 'waiting', next_at: after(at, pauseS(due.attempts + 1, answer?.retryAfterS)) }
}

function healthAfter({ failures: before, failing_since }: Leased, attempts: readonly Attempt[], at: Date): WebhookHealth {
  if (attempts.some(({ answer }) => answer?.status === GONE)) {
    return { failures: 0, failing_since: null, resting_until: null, has_succeeded: false, off: 'gone' }
  }
  if (attempts.some(isTaken)) {
    return { failures: 0, failing_since: null, resting_until: null, has_succeeded: true, off: null }
  }
  const failures = before + 1
  const since = failing_since ?? at
  const asked = Math.max(...attempts.map(({ answer }) => answer?.retryAfterS ?? 0))
  const rest = receiverPauseS(failures, asked)
  const isOff = at.getTime() - since.getTime() >= OFF_AFTER_S * 1_000
  return {
    failures,
    failing_since: since,
    resting_until: rest > 0 ? after(at, rest) : null,
    has_succeeded: false,
    off: isOff ? 'failing' : null,
  }
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000)

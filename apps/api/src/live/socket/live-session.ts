import type { LiveChannel, LiveErrorCode, LiveResume, LiveServerMessage } from '@roadbook/contracts'
import { LiveCloseCode } from '@roadbook/contracts'
import type { WebSocket } from 'ws'
import { assertAllowed, assertTokenAllowed } from '../../auth/access.js'
import type { AuthenticationService } from '../../auth/authentication.service.js'
import type { Authentication, Caller } from '../../auth/caller.js'
import type { RequestDatabase } from '../../database/request-database.js'
import { LOCATION_PERMISSION } from '../../auth/location-privacy.js'
import { Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { LiveMetrics } from '../live.metrics.js'
import type { LiveRepository } from '../live.repository.js'
import { AUTHENTICATE_WITHIN_MS, FAREWELL_MS, MAX_PENDING_MESSAGES, MAX_SUBSCRIPTIONS } from '../live-limits.js'
import type { LiveLooks, Viewer } from '../live-looks.js'
import { LiveOutbox } from './live-outbox.js'
import type { LiveRoom, LiveSubscriber } from '../live-room.js'
import type { LiveRooms } from '../live-rooms.js'
import { longTimer } from './long-timer.js'

export interface LiveSessionParts {
  authentication: AuthenticationService
  database: RequestDatabase
  live: LiveRepository
  rooms: LiveRooms
  metrics: LiveMetrics
  looks: LiveLooks
  /** Origin of the socket. */
  origin: RequestOrigin
  onAuthenticated(session: LiveSession): void
  onError(error: unknown): void
}

const RULE = { kind: 'permission', anyOf: ['read:map'] } as const
/**
 * Expiry that is sent for an API token without an expiry. The message must contain an expiry, because clients plan their next
 * authentication by it.
 */
const NEVER = '9999-12-31T23:59:59.999Z'
const INTERNAL_ERROR = 1011
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013

/** A socket of the channel that has a session. */
export type LiveSocket = WebSocket & { session: LiveSession }

/** One client's socket. Its messages are answered one after the other, so that none overtakes an authentication in progress. */
export class LiveSession implements LiveSubscriber {
  readonly outbox: LiveOutbox
  #authentication: Authentication | undefined
  #queue: Promise<void> = Promise.resolve()
  #pending = 0
  #isClosed = false
  #expiry = longTimer(AUTHENTICATE_WITHIN_MS, () =>
    this.fail('unauthenticated', 'authenticate within 5 s', LiveCloseCode.timeout),
  )

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: LiveSessionParts,
  ) {
    this.outbox = new LiveOutbox(socket, parts.metrics)
  }

  get authentication(): Authentication | undefined {
    return this.#authentication
  }

  /** The caller with their current rights; undefined before authentication. */
  get caller(): Caller | undefined {
    return this.#authentication?.caller
  }

  /** The user and their subscriptions; undefined before authentication. */
  get viewer(): Viewer | undefined {
    const { caller } = this
    return caller && { caller, origin: this.parts.origin, follows: [...this.outbox.rooms].map(({ view }) => view) }
  }

  /** Queues the answer to a message after the answers to earlier messages. */
  inTurn(answer: () => Promise<unknown>): void {
    if (++this.#pending > MAX_PENDING_MESSAGES) return this.close(POLICY_VIOLATION, 'too many messages at once')
    this.#queue = this.#queue
      .then(() => (this.#isClosed ? undefined : answer()))
      .catch((error: unknown) => this.give(error))
      .then(() => void this.#pending--)
  }

  deliver(room: LiveRoom, frame: Buffer): void {
    this.outbox.deliver(room, frame)
  }

  /**
   * Sets the current rights; undefined when the token or its user is gone. If the rights differ from the former ones, the session
   * moves to other rooms.
   */
  async renewRights(caller: Caller | undefined): Promise<void> {
    const before = this.caller
    if (!before || this.#isClosed) return
    if (!caller) return this.fail('unauthenticated', 'Your token is not valid', LiveCloseCode.unauthenticated)
    if (!caller.permissions.has('read:map')) return this.fail('forbidden', 'read:map is missing', LiveCloseCode.forbidden)
    this.#authentication = { ...this.#authentication, caller }
    const isSame = String(before.scope) === String(caller.scope) && seesOpenCases(before) === seesOpenCases(caller)
    if (isSame) return
    for (const { view } of [...this.outbox.rooms]) {
      this.leave(view.channel, view.id)
      await this.subscribe(view.channel, view.id)
    }
  }

  closed(): void {
    this.#isClosed = true
    this.#expiry.cancel()
    for (const room of [...this.outbox.rooms]) this.parts.rooms.leave(room, this)
  }

  close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.closed()
    this.parts.metrics.closed.inc({ code: String(code) })
    this.socket.close(code, reason)
    // The close frame is sent after the data that the client has not read yet. A client that does not read both in time is
    // disconnected.
    setTimeout(() => this.socket.terminate(), FAREWELL_MS).unref()
  }

  /** Closes this unauthenticated socket to make room for a newer one. */
  makeRoom(): void {
    this.close(TRY_AGAIN_LATER, 'others wait; authenticate at once')
  }

  fail(code: LiveErrorCode, message: string, closeCode: number): void {
    this.send({ type: 'error', code, message })
    this.close(closeCode, message)
  }

  /**
   * Authenticates the client. A client sends a newer token of the same user before a token expires, so that the channel stays
   * open.
   */
  async authenticate(token: string): Promise<void> {
    const authentication = await this.parts.authentication.authenticate(token)
    assertAllowed(RULE, authentication.caller)
    assertTokenAllowed(RULE, authentication.caller, 'Live_positions')
    if (this.#isClosed) return
    const before = this.caller?.userId
    if (before !== undefined && before !== authentication.caller.userId) {
      return this.fail('forbidden', 'this is another user', LiveCloseCode.forbidden)
    }
    this.#authentication = authentication
    this.parts.onAuthenticated(this)
    this.#expiry.cancel()
    const { expiresAt } = authentication
    if (expiresAt !== undefined) {
      this.#expiry = longTimer(expiresAt - Date.now(), () =>
        this.fail('unauthenticated', 'Your token has expired', LiveCloseCode.unauthenticated),
      )
    }
    const expires_at = expiresAt === undefined ? NEVER : new Date(expiresAt).toISOString()
    this.send({ type: 'authenticated', expires_at })
  }

  /** @param id id of the entity on the `entity` channel */
  async subscribe(channel: LiveChannel, id?: number, resume?: LiveResume): Promise<void> {
    const { caller } = this
    if (!caller) return
    if ([...this.outbox.rooms].length >= MAX_SUBSCRIPTIONS) {
      return this.send({ type: 'error', code: 'bad_request', message: `at most ${MAX_SUBSCRIPTIONS} subscriptions` })
    }
    if (id !== undefined && !(await this.parts.database.read(caller.scope, (one) => this.parts.live.hasEntity(one, id)))) {
      return this.send({ type: 'error', code: 'not_found', message: 'There is no such entity' })
    }
    if (this.#isClosed) return
    await this.parts.rooms.ready()
    // The view is recorded before anything is shown.
    await this.parts.looks.note({ caller, origin: this.parts.origin, follows: [{ channel, id }] })
    if (this.#isClosed) return
    this.leave(channel, id)
    const view = { channel, id, scope: caller.scope, seesOpenCases: seesOpenCases(caller) }
    this.outbox.begin(this.parts.rooms.join(view, this), resume)
  }

  leave(channel: LiveChannel, id?: number): void {
    for (const room of [...this.outbox.rooms]) {
      if (room.view.channel !== channel || room.view.id !== id) continue
      this.parts.rooms.leave(room, this)
      this.outbox.end(room)
    }
  }

  /** Reports on the socket why a message failed, and closes the socket if the channel's contract requires it. */
  give(error: unknown): void {
    if (!(error instanceof Problem)) {
      this.parts.onError(error)
      return this.close(INTERNAL_ERROR, 'something went wrong')
    }
    if (error.kind === 'unavailable') return this.close(TRY_AGAIN_LATER, 'try again in a moment')
    if (error.kind === 'forbidden') return this.fail('forbidden', error.message, LiveCloseCode.forbidden)
    this.fail('unauthenticated', error.message, LiveCloseCode.unauthenticated)
  }

  send(message: LiveServerMessage): void {
    if (!this.#isClosed) this.outbox.send(JSON.stringify(message))
  }
}

const seesOpenCases = ({ permissions }: Caller) => permissions.has(LOCATION_PERMISSION)

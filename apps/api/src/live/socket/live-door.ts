import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Inject, Injectable } from '@nestjs/common'
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { countOfAddress } from '../../http/rate-limit.guard.js'
import { LIVE_PATH, MAX_SOCKETS } from '../live-limits.js'
import { LiveSessions } from './live-sessions.js'

/** Decides which handshakes the live channel accepts. Users authenticate afterwards. */
@Injectable()
export class LiveDoor {
  readonly #origins: ReadonlySet<string>

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @InjectThrottlerStorage() private readonly requests: ThrottlerStorage,
    private readonly sessions: LiveSessions,
  ) {
    const { CORS_ORIGINS, PORTAL_URL } = configuration
    this.#origins = new Set([...CORS_ORIGINS, ...(PORTAL_URL ? [PORTAL_URL] : [])].map((address) => new URL(address).origin))
  }

  /** Returns the status line and further headers for a handshake that is refused; undefined when it is accepted. */
  async refusal(request: IncomingMessage): Promise<string | undefined> {
    const { url, headers } = request
    if (url?.split('?', 1)[0] !== LIVE_PATH) return '404 Not Found'
    if (!this.isOurOrigin(headers.origin, headers.host)) return '403 Forbidden'
    if (this.sessions.size >= MAX_SOCKETS) return '503 Service Unavailable'
    return this.tooManyFrom(request)
  }

  /** Counts a handshake towards the rate limit of its address. Guards do not run before a handshake, so no guard counts it. */
  private async tooManyFrom(request: IncomingMessage): Promise<string | undefined> {
    const { isBlocked, timeToBlockExpire } = await countOfAddress(this.requests, this.configuration, request)
    return isBlocked ? `429 Too Many Requests\r\nretry-after: ${Math.max(1, Math.ceil(timeToBlockExpire))}` : undefined
  }

  /**
   * Returns whether the origin is allowed. Browsers always send the origin of the page; other programs need not. A page is
   * also allowed if it was loaded from the same host that it now connects to. If `PORTAL_URL` is set, that host must be an IP
   * address or `localhost`, because another site can make its own host name resolve to our address (DNS rebinding). Without
   * `PORTAL_URL`, our own host name is unknown, so any host name is accepted.
   */
  private isOurOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || this.#origins.has(origin)) return true
    if (!URL.canParse(origin)) return false
    const page = new URL(origin)
    return page.host === host && (this.configuration.PORTAL_URL === undefined || isAddress(page.hostname))
  }
}

/** Returns whether a host is an IP address or `localhost`. Any other name could be made to resolve to our address. */
const isAddress = (hostname: string): boolean => hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0

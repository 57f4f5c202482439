import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import type { Logger } from '@roadbook/platform'
import { noteSession, voidTokensOf } from './account-sessions.js'

const addresses = new WeakMap<IncomingMessage, string>()

/**
 * Stores the client address of a request. The headers that contain the address are removed before the provider gets the
 * request.
 */
export const rememberAddress = (request: IncomingMessage, address: string): void => void addresses.set(request, address)

interface TokenSource {
  accountId?: string
  sessionUid?: string
  authTime?: number
}

/** Pending writes about sessions of the current request. */
const notes = new AsyncLocalStorage<Promise<void>[]>()

/**
 * Records a session each time it gets tokens, so that its owner sees it in the list of sessions. Records its end, so that its
 * access tokens end too. The provider emits an event for each of the two while it handles a request. The response waits until
 * the records are written. A failure is logged and does not stop the response.
 */
export function followSessions(provider: Provider, pool: pg.Pool, logger: Logger): void {
  const write = (work: Promise<void>, whatFailed: string): void => {
    const done = work.catch((error: unknown) => logger.warn({ err: error }, whatFailed))
    notes.getStore()?.push(done)
  }
  provider.use((_ctx, next) =>
    notes.run([], async () => {
      await next()
      await Promise.all(notes.getStore() ?? [])
    }),
  )
  provider.on('grant.success', (ctx: KoaContextWithOIDC) => {
    const source = sourceOf(ctx)
    if (!source?.accountId || !source.sessionUid) return
    const session = {
      id: source.sessionUid,
      userAgent: ctx.req.headers['user-agent'] ?? '',
      address: addresses.get(ctx.req) ?? '',
      signedInAt: new Date((source.authTime ?? 0) * 1_000),
    }
    write(noteSession(pool, source.accountId, session), 'a session could not be noted')
  })
  provider.on('session.destroyed', ({ uid }: { uid: string }) =>
    write(voidTokensOf(pool, uid), 'the end of a session could not be noted'),
  )
}

/** Returns the code or refresh token that a client exchanged for the tokens. */
export function sourceOf(ctx: KoaContextWithOIDC): (TokenSource & { acr?: string; amr?: string[] }) | undefined {
  const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc.entities
  return code ?? refresh
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import { confirmSignOutPage, problemPage, signedOutPage } from '../pages/notice-pages.js'
import type { PageContext } from '../pages/layout.js'
import { voidTokensOf } from '../sessions/account-sessions.js'
import { redirectTo, sendPage } from './route.js'

type PageOf = (ctx: KoaContextWithOIDC) => PageContext

/**
 * Logout that the portal starts (RP-initiated logout). A valid id token of the signed-in user proves that the portal sent the
 * request. The session then ends immediately, and the browser returns (G-01). Without this proof, any page could sign users
 * out, so the user is asked first.
 */
export async function signOut(ctx: KoaContextWithOIDC, pool: pg.Pool, pageOf: PageOf): Promise<void> {
  const { session, provider, entities } = ctx.oidc
  if (!session) throw new Error('sign-out without a session')
  const state = session.state as { secret: string; postLogoutRedirectUri?: string; state?: string }
  const hint = entities.IdTokenHint as { payload?: { sub?: string } } | undefined
  if (hint?.payload?.sub !== session.accountId) {
    ctx.body = confirmSignOutPage(pageOf(ctx), ctx.oidc.urlFor('end_session_confirm'), state.secret)
    return
  }
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
  await pool.query('DELETE FROM identity.payloads WHERE grant_id = ANY ($1)', [grants])
  await voidTokensOf(pool, session.uid)
  await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/', signed: true })
  const target = new URL(state.postLogoutRedirectUri ?? ctx.oidc.urlFor('end_session_success'))
  if (state.postLogoutRedirectUri && state.state) target.searchParams.set('state', state.state)
  ctx.status = 303
  ctx.redirect(target.href)
}

/**
 * Handles sign-out in a browser without a signed-in user. No session ends. The response is the same as if a user had been
 * signed out.
 * @returns false when somebody is signed in
 */
export async function signOutNobody(
  { provider, issuer, portalUrl }: { provider: Provider; issuer: string; portalUrl: string },
  request: IncomingMessage,
  response: ServerResponse,
  page: PageContext,
): Promise<boolean> {
  const session = await provider.Session.get(provider.createContext(request, response))
  if (session.accountId) return false
  const asked = new URL(request.url ?? '/', issuer).searchParams
  const back = asked.get('post_logout_redirect_uri') ?? ''
  if (!back) sendPage(response, signedOutPage(page))
  else if (back !== `${portalUrl}/`) sendPage(response, problemPage(page, 'invalid_request'), 400)
  else
    redirectTo(
      response,
      asked.has('state') ? `${back}?${new URLSearchParams({ state: asked.get('state') ?? '' }).toString()}` : back,
    )
  return true
}

/** Shows the page after a sign-out without a return address. */
export function signedOut(ctx: KoaContextWithOIDC, pageOf: PageOf): void {
  ctx.type = 'html'
  ctx.body = signedOutPage(pageOf(ctx))
}

import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { RuntimeConfig } from '../../config/runtime-config.js'
import { CALLBACK_PATH, SILENT_PATH } from './auth-paths.js'
import { keepTokenFresh } from './token-renewal.js'

/**
 * Creates the OpenID Connect client with authorization code and PKCE (G-01). Tokens stay in memory (G-15). Only the temporary
 * state of a redirect is in the tab's session storage. Renewal uses the rotating refresh token. If the provider refuses that
 * token, renewal uses the provider's session.
 */
export function createUserManager(oidc: RuntimeConfig['oidc']): UserManager {
  const origin = window.location.origin
  const manager = new UserManager({
    authority: oidc.issuer,
    client_id: oidc.client_id,
    redirect_uri: `${origin}${CALLBACK_PATH}`,
    silent_redirect_uri: `${origin}${SILENT_PATH}`,
    post_logout_redirect_uri: `${origin}/`,
    scope: oidc.scope,
    resource: oidc.resource,
    extraTokenParams: { resource: oidc.resource },
    // `keepTokenFresh` renews the token instead of the library. It makes only one renewal at a time.
    automaticSilentRenew: false,
    // Back must not return to the page before sign-in.
    redirectMethod: 'replace',
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  })
  keepTokenFresh(manager)
  return manager
}

/** Runs in the hidden frame of a silent renewal and passes the response to the parent page. */
export async function completeSilentRenewal(): Promise<void> {
  const origin = window.location.origin
  await new UserManager({ authority: origin, client_id: '', redirect_uri: '' }).signinSilentCallback()
}

import Provider, { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type pg from 'pg'
import type { Logger } from '@roadbook/platform'
import { findAccountById } from '../accounts.js'
import type { ProviderKeys } from '../keys.js'
import { requiresSecondFactor, type SecondFactorPolicy } from '../second-factor/requirement.js'
import { followSessions, sourceOf } from '../sessions/follow-sessions.js'
import { ACTION_PARAMETER } from './account-action.js'
import { ACR } from './authentication-context.js'
import { cookieConfiguration } from './cookies.js'
import { InteractionAdapter } from './interaction-adapter.js'
import { interactionPolicyWithAccountCheck } from './interaction-policy.js'
import { LIFETIMES, sessionLifetimeS } from './lifetimes.js'
import { PostgresAdapter } from './postgres-adapter.js'

export const CLIENT_ID = 'roadbook-portal'
export const API_RESOURCE = 'urn:roadbook:api'
const SCOPES = ['openid', 'email', 'profile', 'offline_access']

/** Pages for the provider. */
export interface ProviderPages {
  renderError: NonNullable<Configuration['renderError']>
  logoutSource(ctx: KoaContextWithOIDC, form: string): Promise<void>
  postLogoutSuccessSource(ctx: KoaContextWithOIDC): void
}

export interface ProviderOptions {
  pool: pg.Pool
  issuer: string
  portalUrl: string
  keys: ProviderKeys
  secondFactorPolicy: SecondFactorPolicy
  logger: Logger
  pages: ProviderPages
}

/**
 * Creates the OpenID provider as decided in G-01:
 * - one public client, the portal
 * - authorization code with PKCE S256 and exact redirect addresses
 * - JWT access tokens for the API
 * - rotating refresh tokens that end with the session
 * - logout by the portal
 */
export function createProvider(options: ProviderOptions): Provider {
  const { pool, issuer, portalUrl, keys, pages } = options
  const provider = new Provider(issuer, {
    adapter: (model) =>
      model === 'Interaction' ? new InteractionAdapter(pool, { issuer, secrets: keys.cookie }) : new PostgresAdapter(pool, model),
    jwks: { keys: keys.signing },
    clients: [portalClient(portalUrl)],
    cookies: cookieConfiguration(issuer, keys.cookie),
    scopes: SCOPES,
    responseTypes: ['code'],
    pkce: { required: () => true },
    // The id token contains the claims of the scopes, such as the e-mail address, by which the API links a user at the first
    // sign-in.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'acr', 'amr', 'auth_time'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    acrValues: Object.values(ACR),
    extraParams: [ACTION_PARAMETER],
    clientBasedCORS: (_ctx, origin) => origin === new URL(portalUrl).origin,
    findAccount: (_ctx, id) => findAccount(options, id),
    loadExistingGrant: grantAll,
    extraTokenClaims: (ctx, token) =>
      'accountId' in token && token.accountId ? tokenClaims(pool, ctx, token.accountId) : undefined,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Every refresh token ends with its session, so that signing out is complete.
    expiresWithSession: () => true,
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}`, policy: interactionPolicyWithAccountCheck() },
    renderError: pages.renderError,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => pages.logoutSource(ctx, form),
        postLogoutSuccessSource: (ctx) => pages.postLogoutSuccessSource(ctx),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => resourceServer(resource),
      },
    },
    ttl: {
      AccessToken: LIFETIMES.accessToken,
      AuthorizationCode: LIFETIMES.authorizationCode,
      IdToken: LIFETIMES.idToken,
      Interaction: LIFETIMES.interaction,
      RefreshToken: LIFETIMES.refreshToken,
      Grant: LIFETIMES.kept.absolute,
      Session: (_ctx, session) => sessionLifetimeS(Boolean(session.transient), session.loginTs, Math.floor(Date.now() / 1_000)),
    },
  })
  // The provider takes scheme and host from headers. The server sets these headers itself from the issuer, and drops values
  // from outside.
  provider.proxy = true
  provider.use(spendRefusedCode)
  followSessions(provider, pool, options.logger)
  return provider
}

/** Invalidates a code after a failed exchange, so that its verifier cannot be guessed again. */
async function spendRefusedCode(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.path !== '/token' || (ctx.body as { error?: string } | undefined)?.error !== 'invalid_grant') return
  const { provider, params } = ctx.oidc
  const code = params?.code
  if (typeof code === 'string') await (await provider.AuthorizationCode.find(code))?.destroy()
}

const portalClient = (portalUrl: string) => ({
  client_id: CLIENT_ID,
  client_name: 'Roadbook',
  application_type: 'web' as const,
  token_endpoint_auth_method: 'none' as const,
  response_types: ['code' as const],
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [`${portalUrl}/auth/callback`, `${portalUrl}/auth/silent`],
  post_logout_redirect_uris: [`${portalUrl}/`],
})

/** Allows tokens for the API only. */
function resourceServer(resource: string) {
  if (resource !== API_RESOURCE) throw new errors.InvalidTarget()
  return {
    scope: '',
    audience: API_RESOURCE,
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: LIFETIMES.accessToken,
    jwt: { sign: { alg: 'RS256' as const } },
  }
}

/** Finds an account. Does not find a removed or disabled account, so that its sessions and refresh tokens become invalid. */
async function findAccount({ pool, secondFactorPolicy }: ProviderOptions, id: string) {
  const account = await findAccountById(pool, id)
  if (!account || account.isDisabled) return undefined
  const needsSecondFactor = await requiresSecondFactor(pool, secondFactorPolicy, id)
  return { accountId: account.id, needsSecondFactor, claims: () => ({ sub: account.id, ...identityClaims(account) }) }
}

const identityClaims = ({ email, name }: { email: string; name: string }) => ({ email, email_verified: true, name })

/**
 * Returns the claims of an access token: its user, the sign-in methods, and its session. The session is needed to end the
 * token before it expires.
 */
async function tokenClaims(pool: pg.Pool, ctx: KoaContextWithOIDC, accountId: string) {
  const account = await findAccountById(pool, accountId)
  const { sessionUid: sid, acr, amr, authTime: auth_time } = sourceOf(ctx) ?? {}
  return account && { ...identityClaims(account), sid, acr, amr, auth_time }
}

/** Grants all scopes without a consent page, because the portal is our own. */
async function grantAll(ctx: KoaContextWithOIDC) {
  const { session, client, account, provider } = ctx.oidc
  if (!session || !client || !account) return undefined
  const known = session.grantIdFor(client.clientId)
  const existing = known ? await provider.Grant.find(known) : undefined
  if (existing && existing.accountId === account.accountId) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope(SCOPES.join(' '))
  await grant.save()
  return grant
}

import { z } from 'zod'
import {
  type DirectoryProfile,
  type DirectorySession,
  type IdentityDirectory,
  type NewDirectoryAccount,
  NoSuchAccount,
  type PasswordRule,
  type Provisioned,
  RefusedByDirectory,
  type ResetLink,
  type SecondFactor,
} from './identity-directory.js'
import { unexpected } from './directory-http.js'
import { KeycloakAdmin, type KeycloakClient } from './keycloak-admin.js'

/** A user in Keycloak's form. Unknown fields are passed on unchanged. */
const representation = z.looseObject({ id: z.string(), username: z.string(), requiredActions: z.array(z.string()).default([]) })
type Representation = z.infer<typeof representation>

/** Sessions and credentials as Keycloak's admin API documents them. Times of sessions are in milliseconds since 1970. */
const session = z.looseObject({
  id: z.string(),
  ipAddress: z.string().default(''),
  start: z.number(),
  lastAccess: z.number(),
})
const credential = z.looseObject({ id: z.string(), type: z.string(), createdDate: z.number().optional() })

/** A refusal of Keycloak's admin API. A refused password has the name of a message; other refusals have a text in English. */
const refusal = z.looseObject({
  error: z.string().optional(),
  error_description: z.string().optional(),
  errorMessage: z.string().optional(),
})

const UPDATE_PASSWORD = 'UPDATE_PASSWORD'
const CONFIGURE_TOTP = 'CONFIGURE_TOTP'
const RESET_LIFESPAN_S = 600

/** Password rules by the names in Keycloak's messages. A message is called `invalidPassword<name>Message`. */
const PASSWORD_RULES: Readonly<Record<string, PasswordRule>> = {
  MinLength: 'min-length',
  MaxLength: 'max-length',
  MinDigits: 'digits',
  MinLowerCaseChars: 'lower-case',
  MinUpperCaseChars: 'upper-case',
  MinSpecialChars: 'special-characters',
  NotUsername: 'username',
  NotContainsUsername: 'username',
  NotEmail: 'email',
  History: 'history',
  RegexPattern: 'pattern',
  Blacklisted: 'blocklist',
}

/** Returns the user name. It marks accounts that we created. Users sign in with their e-mail address. */
export const usernameOf = (key: string) => `roadbook-${key}`

/** Accounts of a Keycloak realm, through its admin API. Other applications may have accounts there too. */
export class KeycloakDirectory implements IdentityDirectory {
  readonly ownsEveryAccount = false
  readonly #admin: KeycloakAdmin

  constructor(
    client: KeycloakClient,
    /** Client that the user returns to after a password reset. Keycloak links to the client's home page. */
    private readonly portalClientId: string,
  ) {
    this.#admin = new KeycloakAdmin(client)
  }

  async provision(account: NewDirectoryAccount): Promise<Provisioned> {
    const { status, location, body } = await this.#admin.ask('POST', '/users', [201, 400, 409], {
      username: usernameOf(account.key),
      ...profileOf(account),
      enabled: true,
      requiredActions: [UPDATE_PASSWORD, ...(account.mustHaveSecondFactor ? [CONFIGURE_TOTP] : [])],
      credentials: [{ type: 'password', value: account.temporaryPassword, temporary: true }],
    })
    if (status === 400) throw refusedPassword(body) ?? new RefusedByDirectory('account')
    if (status === 409) {
      const mine = await this.findByKey(account.key)
      return mine === undefined ? { kind: 'exists' } : { kind: 'made', subject: mine }
    }
    const subject = location?.split('/').at(-1)
    if (!subject) throw unexpected('POST', `${this.#admin.adminUrl}/users`, status)
    return { kind: 'made', subject }
  }

  async findByKey(key: string): Promise<string | undefined> {
    const username = usernameOf(key)
    const { body } = await this.#admin.ask('GET', `/users?username=${encodeURIComponent(username)}&exact=true`, [200])
    return z
      .array(representation)
      .parse(body)
      .find((one) => one.username === username)?.id
  }

  async setProfile(subject: string, profile: DirectoryProfile): Promise<void> {
    const isMissing = profile.mustHaveSecondFactor && (await this.otpCredentials(subject)).length === 0
    const actions = isMissing ? [CONFIGURE_TOTP] : []
    const status = await this.change(subject, (before) => ({
      ...profileOf(profile),
      requiredActions: [...new Set([...before.requiredActions, ...actions])],
    }))
    if (status === 409) throw new RefusedByDirectory('email-taken')
    if (status === 400) throw new RefusedByDirectory('email-or-name')
  }

  async disable(subject: string): Promise<void> {
    await this.change(subject, () => ({ enabled: false }))
    await this.endSessions(subject)
  }

  async enable(subject: string): Promise<void> {
    await this.change(subject, () => ({ enabled: true }))
  }

  async remove(subject: string): Promise<void> {
    await this.#admin.ask('DELETE', pathOf(subject), [204, 404])
  }

  async endSessions(subject: string): Promise<void> {
    await this.#admin.ask('POST', `${pathOf(subject)}/logout`, [204, 404])
  }

  async setTemporaryPassword(subject: string, password: string): Promise<void> {
    const wanted = { type: 'password', value: password, temporary: true }
    const { status, body } = await this.#admin.ask('PUT', `${pathOf(subject)}/reset-password`, [204, 400, 404], wanted)
    if (status === 404) throw new NoSuchAccount(`no account ${subject}`)
    if (status === 400) throw refusedPassword(body) ?? new RefusedByDirectory('password')
    await this.endSessions(subject)
  }

  /** Keycloak mails the link itself and does not return it. */
  async createResetLink(subject: string): Promise<ResetLink> {
    const query = new URLSearchParams({ client_id: this.portalClientId, lifespan: String(RESET_LIFESPAN_S) })
    const path = `${pathOf(subject)}/execute-actions-email?${query.toString()}`
    const { status, body } = await this.#admin.ask('PUT', path, [200, 204, 400, 404, 500], [UPDATE_PASSWORD])
    if (status === 404) throw new NoSuchAccount(`no account ${subject}`)
    if (status >= 400) throw refusedLink(body) ?? unexpected('PUT', `${this.#admin.adminUrl}${path}`, status)
    return { kind: 'mailed' }
  }

  async listSessions(subject: string): Promise<DirectorySession[]> {
    const { status, body } = await this.#admin.ask('GET', `${pathOf(subject)}/sessions`, [200, 404])
    const found = status === 200 ? z.array(session).parse(body) : []
    return found.map(({ id, ipAddress, start, lastAccess }) => ({
      id,
      userAgent: '',
      address: ipAddress,
      signedInAt: new Date(start),
      lastSeenAt: new Date(lastAccess),
    }))
  }

  /**
   * Keycloak would end a session of any account by its id. So the id is first searched for among the sessions of this
   * account.
   */
  async endSession(subject: string, sessionId: string): Promise<void> {
    const isTheirs = (await this.listSessions(subject)).some(({ id }) => id === sessionId)
    if (isTheirs) await this.#admin.ask('DELETE', `/sessions/${encodeURIComponent(sessionId)}`, [204, 404])
  }

  async findSecondFactor(subject: string): Promise<SecondFactor | undefined> {
    const [app] = await this.otpCredentials(subject)
    return app && { since: app.createdDate === undefined ? null : new Date(app.createdDate), recoveryCodesLeft: null }
  }

  async resetSecondFactor(subject: string): Promise<void> {
    for (const { id } of await this.otpCredentials(subject)) {
      await this.#admin.ask('DELETE', `${pathOf(subject)}/credentials/${encodeURIComponent(id)}`, [204, 404])
    }
  }

  private async otpCredentials(subject: string) {
    const { status, body } = await this.#admin.ask('GET', `${pathOf(subject)}/credentials`, [200, 404])
    const all = status === 200 ? z.array(credential).parse(body) : []
    return all.filter(({ type }) => type === 'otp' || type === 'recovery-authn-codes')
  }

  /**
   * Changes fields of the user. Sends all other fields too, because Keycloak clears fields that are left out. A missing user
   * is not an error.
   */
  private async change(subject: string, differenceTo: (before: Representation) => Record<string, unknown>): Promise<number> {
    const found = await this.#admin.ask('GET', pathOf(subject), [200, 404])
    if (found.status === 404) return 404
    const before = representation.parse(found.body)
    const whole: Representation = { ...before, ...differenceTo(before) }
    return (await this.#admin.ask('PUT', pathOf(subject), [204, 400, 404, 409], whole)).status
  }
}

const pathOf = (subject: string) => `/users/${encodeURIComponent(subject)}`

const profileOf = ({ email, firstName, lastName }: DirectoryProfile) => ({ email, emailVerified: true, firstName, lastName })

/** Returns the error for a refused password; undefined when the refusal has another reason. */
function refusedPassword(body: unknown): RefusedByDirectory | undefined {
  const { error = '', error_description: description = '', errorMessage = '' } = refusal.safeParse(body).data ?? {}
  const [, name] = /^invalidPassword(\w+)Message$/.exec(error) ?? []
  if (name === undefined) return /password/i.test(error + errorMessage) ? new RefusedByDirectory('password') : undefined
  const rule = PASSWORD_RULES[name]
  const count = Number(/\d+/.exec(description)?.[0] ?? 0)
  return rule ? new RefusedByDirectory(`password.${rule}`, count) : new RefusedByDirectory('password')
}

/** Returns the error for a refused link; undefined when the reason is not a known one. */
function refusedLink(body: unknown): RefusedByDirectory | undefined {
  const { errorMessage = '' } = refusal.safeParse(body).data ?? {}
  if (errorMessage === 'User is disabled') return new RefusedByDirectory('disabled')
  if (/^Client |^Invalid redirect/.test(errorMessage)) return new RefusedByDirectory('client')
  if (/^User email missing|send execute actions email/.test(errorMessage)) return new RefusedByDirectory('mail')
  return undefined
}

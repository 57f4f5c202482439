import { z } from 'zod'
import { askDirectory, type DirectoryRequest, unexpected } from './directory-http.js'
import {
  type DirectoryProfile,
  type DirectorySession,
  type IdentityDirectory,
  type NewDirectoryAccount,
  NoSuchAccount,
  type Provisioned,
  RefusedByDirectory,
  type ResetLink,
  type SecondFactor,
} from './identity-directory.js'

const sessions = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      user_agent: z.string(),
      address: z.string(),
      signed_in_at: z.coerce.date(),
      last_seen_at: z.coerce.date(),
    }),
  ),
})
const security = z.object({
  second_factor: z.object({ since: z.coerce.date(), recovery_codes_left: z.number() }).nullable(),
})
const resetLink = z.object({ url: z.url(), expires_at: z.iso.datetime({ offset: true }) })

/** The embedded identity provider, reached through the internal port of its process. The key of an account is its subject. */
export class EmbeddedDirectory implements IdentityDirectory {
  readonly ownsEveryAccount = true
  readonly temporaryPasswordHours = 72

  constructor(
    private readonly url: string,
    private readonly secret: string,
  ) {}

  async provision({ key, temporaryPassword, ...profile }: NewDirectoryAccount): Promise<Provisioned> {
    const { status } = await this.ask('PUT', key, { ...named(profile), password: temporaryPassword }, [200, 409])
    return status === 409 ? { kind: 'exists' } : { kind: 'made', subject: key }
  }

  async findByKey(key: string): Promise<string | undefined> {
    const { status } = await this.ask('GET', key, undefined, [200, 404])
    return status === 200 ? key : undefined
  }

  async setProfile(subject: string, profile: DirectoryProfile): Promise<void> {
    const { status } = await this.ask('PUT', `${subject}/profile`, named(profile), [200, 404, 409])
    if (status === 409) throw new RefusedByDirectory('email-taken')
  }

  async disable(subject: string): Promise<void> {
    await this.ask('PUT', `${subject}/disabled`, { disabled: true }, [200, 404])
  }

  async enable(subject: string): Promise<void> {
    await this.ask('PUT', `${subject}/disabled`, { disabled: false }, [200, 404])
  }

  async remove(subject: string): Promise<void> {
    await this.ask('DELETE', subject, undefined, [200])
  }

  async endSessions(subject: string): Promise<void> {
    await this.ask('DELETE', `${subject}/sessions`, undefined, [200])
  }

  async setTemporaryPassword(subject: string, password: string): Promise<void> {
    const { status } = await this.ask('PUT', `${subject}/temporary-password`, { password }, [200, 404])
    if (status === 404) throw new NoSuchAccount(`no account ${subject}`)
  }

  async createResetLink(subject: string): Promise<ResetLink> {
    const { status, body } = await this.ask('POST', `${subject}/reset-link`, undefined, [200, 404])
    if (status === 404) throw new NoSuchAccount(`no account ${subject}`)
    const { url, expires_at } = resetLink.parse(body)
    return { kind: 'link', url, expiresAt: new Date(expires_at) }
  }

  async listSessions(subject: string): Promise<DirectorySession[]> {
    const { body } = await this.ask('GET', `${subject}/sessions`, undefined, [200])
    return sessions.parse(body).sessions.map(({ id, user_agent, address, signed_in_at, last_seen_at }) => ({
      id,
      address,
      userAgent: user_agent,
      signedInAt: signed_in_at,
      lastSeenAt: last_seen_at,
    }))
  }

  async endSession(subject: string, sessionId: string): Promise<void> {
    await this.ask('DELETE', `${subject}/sessions/${sessionId}`, undefined, [200, 404])
  }

  async findSecondFactor(subject: string): Promise<SecondFactor | undefined> {
    const { status, body } = await this.ask('GET', `${subject}/security`, undefined, [200, 404])
    const found = status === 200 ? security.parse(body).second_factor : null
    return found ? { since: found.since, recoveryCodesLeft: found.recovery_codes_left } : undefined
  }

  async resetSecondFactor(subject: string): Promise<void> {
    await this.ask('DELETE', `${subject}/second-factor`, undefined, [200])
  }

  /** Returns a refusal of the sent data as an answer. Any other unexpected status is an error. */
  private async ask(method: DirectoryRequest['method'], path: string, body: unknown, expected: readonly number[]) {
    const url = `${this.url}/accounts/${path.split('/').map(encodeURIComponent).join('/')}`
    const answer = await askDirectory({ method, url, token: this.secret, body })
    if (answer.status === 422) throw new RefusedByDirectory('account')
    if (!expected.includes(answer.status)) throw unexpected(method, url, answer.status)
    return answer
  }
}

const named = ({ email, firstName, lastName }: DirectoryProfile) => ({ email, name: `${firstName} ${lastName}` })

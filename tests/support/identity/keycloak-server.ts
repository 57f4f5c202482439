import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keycloakArguments, resolveKeycloak } from '../../../tools/keycloak/resolve.mjs'
import { freePort } from '../free-port.mjs'
import { until } from '@roadbook/testing/until'
import { type AdminAnswer, askKeycloak } from './keycloak-request.js'

const root = path.resolve(import.meta.dirname, '../../..')
const ADMIN = { username: 'operator', password: 'operator of this test only' }
/** Value for the placeholder of a secret in the realm file. It is filled in when Keycloak imports the file. */
export const DIRECTORY_SECRET = 'directory secret of this test only'
/**
 * Maximum time for the start. Keycloak first creates all of its tables. This takes twenty seconds on an idle machine, and
 * minutes on a busy one. If Keycloak ends during the start, the wait ends immediately.
 */
const START_LIMIT_MS = 600_000

/**
 * Returns true if a real Keycloak is available here. Prints a notice if not, because skipped tests must not look like
 * passed ones.
 * @throws in CI, where nothing may be skipped.
 */
export function hasKeycloak(): boolean {
  const keycloak = resolveKeycloak()
  if ('folder' in keycloak) return true
  if (process.env.CI === 'true') throw new Error(`Keycloak must be tested here, but there is none: ${keycloak.reason}`)
  process.stderr.write(`\n*** SKIPPING EVERY TEST AT A REAL KEYCLOAK: ${keycloak.reason} ***\n\n`)
  return false
}

/** Real Keycloak with its database in memory and the realm of `deploy/keycloak`, on a free port of the loopback. */
export class KeycloakServer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly home: string,
    private readonly url: string,
  ) {}

  static async start(): Promise<KeycloakServer> {
    const keycloak = resolveKeycloak()
    if ('reason' in keycloak) throw new Error(`no Keycloak: ${keycloak.reason}`)
    const home = mkdtempSync(path.join(tmpdir(), 'roadbook-keycloak-'))
    for (const part of ['conf', 'lib', 'providers', 'themes'])
      symlinkSync(path.join(keycloak.folder, part), path.join(home, part))
    mkdirSync(path.join(home, 'data/import'), { recursive: true })
    writeFileSync(
      path.join(home, 'data/import/roadbook-realm.json'),
      readFileSync(path.join(root, 'deploy/keycloak/roadbook-realm.json')),
    )
    const port = await freePort()
    const url = `http://localhost:${port}`
    const settings = ['--cache=local', '--http-enabled=true', '--http-host=127.0.0.1', `--http-port=${port}`, `--hostname=${url}`]
    const args = keycloakArguments(home, keycloak.folder, 'start', '--optimized', '--import-realm', ...settings)
    const child = spawn('java', args, {
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
        KEYCLOAK_CLIENT_SECRET: DIRECTORY_SECRET,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const server = new KeycloakServer(child, home, url)
    process.once('exit', server.endWithUs)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said = (said + String(text)).slice(-20_000)))
    try {
      await server.untilReady()
    } catch (error) {
      await server.stop()
      throw new Error(`Keycloak did not start: ${String(error)}\n${said}`, { cause: error })
    }
    return server
  }

  private readonly endWithUs = () => this.process.kill('SIGKILL')

  get issuer(): string {
    return `${this.url}/realms/roadbook`
  }

  /** Sends a request as Keycloak's operator, to a path below `/admin/realms/roadbook`. */
  administer(method: string, path: string, body?: unknown): Promise<AdminAnswer> {
    const operator = { realm: 'master', grant_type: 'password', client_id: 'admin-cli', ...ADMIN }
    return askKeycloak(this.url, operator, method, path, body)
  }

  /** Sends a request as the service account with which the API manages accounts. */
  askAsDirectory(method: string, path: string, body?: unknown): Promise<AdminAnswer> {
    const client = { client_id: 'roadbook-directory', client_secret: DIRECTORY_SECRET }
    return askKeycloak(this.url, { realm: 'roadbook', grant_type: 'client_credentials', ...client }, method, path, body)
  }

  /** Changes the settings for the portal's address, as the manual describes. */
  async servePortal(portalUrl: string): Promise<void> {
    const [client] = (await this.administer('GET', '/clients?clientId=roadbook-portal')).body as { id: string }[]
    await this.must('PUT', `/clients/${client?.id}`, { ...client, rootUrl: portalUrl })
  }

  /** Sets a password for the person in the realm file, who has none, as the manual describes. */
  async givePassword(email: string, value: string): Promise<void> {
    const [user] = (await this.administer('GET', `/users?email=${encodeURIComponent(email)}`)).body as { id: string }[]
    await this.must('PUT', `/users/${user?.id}/reset-password`, { type: 'password', value, temporary: true })
  }

  async must(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.administer(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async stop(): Promise<void> {
    process.off('exit', this.endWithUs)
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, 'exit')
      // Nothing in Keycloak's memory needs to be kept.
      this.process.kill('SIGKILL')
      await ended
    }
    rmSync(this.home, { recursive: true, force: true })
  }

  private async untilReady(): Promise<void> {
    const isReady = async () => {
      if (this.process.exitCode !== null) throw new Error(`it ended with ${this.process.exitCode}`)
      return (await fetch(`${this.issuer}/.well-known/openid-configuration`).catch(() => undefined))?.ok
    }
    await until('Keycloak serves the realm', isReady, { withinMs: START_LIMIT_MS, everyMs: 100 })
  }
}

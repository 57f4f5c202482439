import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readApiConfiguration } from '@roadbook/api/configuration'
import { WEBHOOK_KINDS } from '@roadbook/api/features/webhooks/dto/webhook.dto'
import { isProofOf } from '@roadbook/testing/proof'
import { until } from '@roadbook/testing/until'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { publishPosition } from '../../support/api/api-live-client.js'
import type { Answer } from '../../support/api/api-server.js'
import { freePort } from '../../support/free-port.mjs'

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const MANAGER = 'ada@fleet.example'

interface Block {
  language: string
  text: string
}
const blocks: Block[] = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }))
/** Each command on the page, with the answer below it if there is one. */
const exchanges = blocks.flatMap((block, at) => {
  if (block.language !== 'sh' || !block.text.includes('curl ')) return []
  const next = blocks[at + 1]
  return [
    [block.text.split('$ROADBOOK')[1]?.split(/["\s]/)[0] ?? '', block.text, next?.language === 'sh' ? undefined : next] as const,
  ]
})
const programOf = (file: string): string => {
  const found = blocks.find(({ text }) => new RegExp(`^(//|#) ${file}\n`).test(text))
  if (!found) throw new Error(`docs/api.md has no ${file}`)
  return found.text
}

const { api, tenants } = apiForTests({ API_WORK: 'all', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_POLL_MS: '50' })
let variables: Record<string, string>
let place: { deviceId: number; entityId: number; businessId: number }
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guide-'))
  const business = await tenants.business('Fleet')
  await tenants.user(MANAGER, 'manager', business)
  const vehicle = await tenants.entity(business, 'Van 3')
  const { deviceId } = await tenants.install(business, vehicle)
  place = { deviceId, entityId: vehicle, businessId: business }
  await tenants.state(deviceId, new Date())
  const trip = await tenants.trip(deviceId, '2026-03-02T08:00Z', '2026-03-02T09:00Z')
  const geofence = await tenants.geofence(business, 'Depot')
  const { body } = await api.call('POST', '/api/v1/tokens', { email: MANAGER, body: { name: 'Script', scope: 'write' } })
  const [VEHICLE, TRIP, GEOFENCE] = [vehicle, trip, geofence].map(String)
  variables = { ROADBOOK: api.url, TOKEN: body.data.secret, VEHICLE: VEHICLE!, TRIP: TRIP!, GEOFENCE: GEOFENCE! }
})
afterAll(async () => {
  await Promise.all(children.map(stopped))
  rmSync(folder, { recursive: true })
})

const stopped = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGKILL')
  })

/** Returns the request of a command as the shell parses it. The variables on the page are replaced by those of the test. */
function asked(command: string): { method: string; path: string; headers: Record<string, string>; body?: string } {
  const ours = command.replaceAll(/^(export )?[A-Z]+=.*$/gm, '')
  const script = `curl() { printf '%s\\0' "$@"; }\n${ours}`
  const words = execFileSync('sh', ['-c', script], { env: variables, encoding: 'utf8' }).split('\0').slice(0, -1)
  const headers: Record<string, string> = {}
  const values: string[] = []
  let [method, address, body]: (string | undefined)[] = []
  while (words.length > 0) {
    const word = words.shift()!
    if (word === '-i' || word === '-G') continue
    if (!word.startsWith('-')) {
      address = word
      continue
    }
    const value = words.shift()!
    if (word === '-H') headers[value.split(': ')[0]!.toLowerCase()] = value.split(': ')[1]!
    else if (word === '-X') method = value
    else if (word === '-d') body = value
    else if (word === '--data-urlencode')
      values.push(value.replace(/=(.*)$/, (_, text: string) => `=${encodeURIComponent(text)}`))
    else if (word !== '-o') throw new Error(`docs/api.md: curl ${word} is nothing that this test knows`)
  }
  const query = values.length > 0 ? `?${values.join('&')}` : ''
  const { origin } = new URL(address!)
  expect(origin).toBe(api.url)
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    path: `${address!.slice(origin.length)}${query}`,
    headers,
    body,
  }
}

/** Returns the status, headers and body of an answer on the page. */
function shownIn({ language, text }: Block): { status: number; headers: string[]; body?: unknown } {
  if (language === 'json') return { status: 200, headers: [], body: JSON.parse(text) }
  if (language !== 'http') return { status: 200, headers: [], body: text }
  const [head = '', body] = text.split('\n\n')
  const [first = '', ...headers] = head.trim().split('\n')
  const status = Number(first.split(' ')[1])
  return { status, headers: headers.map((line) => line.split(':')[0]!), body: body && JSON.parse(body) }
}

/** Fields whose values in the answer must be exactly those on the page. */
const EXACT = ['type', 'title', 'detail', 'code', 'kind', 'location_hidden']

/**
 * Returns the keys on the page that the answer lacks, or whose value differs in the answer. Differences in values count
 * only for keys in `EXACT`.
 */
function differences(shown: unknown, given: unknown, at = ''): string[] {
  if (shown === null || (given === null && !EXACT.includes(at.split('.').at(-1)!))) return []
  if (typeof shown !== 'object') {
    if (typeof shown !== typeof given) return [`${at} is ${JSON.stringify(given)}`]
    return EXACT.includes(at.split('.').at(-1)!) && shown !== given ? [`${at} is ${JSON.stringify(given)}`] : []
  }
  if (Array.isArray(shown) !== Array.isArray(given)) return [`${at} is ${JSON.stringify(given)}`]
  return Object.entries(shown).flatMap(([key, value]) => {
    const inside = given as Record<string, unknown>
    return key in inside ? differences(value, inside[key], `${at}.${key}`) : [`${at}.${key} is absent`]
  })
}

describe('R-241 docs/api.md', () => {
  it.each(exchanges)('shows what %s answers', async (_name, command, block) => {
    const { method, path: address, headers, body } = asked(command)
    const answer: Answer = await api.call(method, address, { headers, body })
    const shown = block ? shownIn(block) : { status: 200, headers: [] }
    expect([address, answer.status, answer.body?.detail]).toEqual([
      address,
      shown.status,
      (shown.body as { detail?: string } | undefined)?.detail,
    ])
    expect(shown.headers.filter((name) => !answer.headers.has(name))).toEqual([])
    if (block?.language === 'csv')
      expect(
        answer.text
          .replace(/^\ufeff/, '')
          .trim()
          .split(/\r?\n/)[0],
      ).toBe(block.text.split('\n')[0])
    else expect(differences(shown.body ?? null, answer.body)).toEqual([])
  })

  it('shows commands from the first call to a file', () => {
    expect(exchanges.length).toBeGreaterThanOrEqual(14)
  })

  it('names every event of webhooks, the limits and their headers as they are', async () => {
    for (const kind of [...WEBHOOK_KINDS, 'test']) expect(page).toContain(`\`${kind}\``)
    const limits = readApiConfiguration({ DATABASE_URL: 'postgres://nowhere/nothing' })
    expect(page).toContain(
      `${limits.RATE_LIMIT_TOKEN_PER_MINUTE} requests a minute, an address ${limits.RATE_LIMIT_ADDRESS_PER_MINUTE}`,
    )
    const { headers } = await api.call('GET', '/api/v1/account/get', { token: variables.TOKEN })
    for (const name of ['Limit', 'Remaining', 'Reset']) {
      expect(page).toContain(`X-RateLimit-${name}-Token`)
      expect([...headers.keys()]).toEqual(
        expect.arrayContaining([`x-ratelimit-${name.toLowerCase()}-token`, `x-ratelimit-${name.toLowerCase()}-address`]),
      )
    }
  })

  /** Starts a program from the page. @returns a function that returns what the program has printed so far */
  function start(command: string, args: string[], environment: Record<string, string>): () => string {
    let printed = ''
    const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...variables, ...environment } })
    children.push(child)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
    return () => printed
  }
  const written = (file: string): string => {
    const place = path.join(folder, file)
    writeFileSync(place, programOf(file))
    return place
  }

  it('has a client of the live channel that prints positions', async () => {
    await publishPosition(api, { ...place, latitude: 49.41, longitude: 8.71, speedKph: 20 })
    const printed = start(process.execPath, [written('live.mjs')], {})
    const line = `${place.entityId} 49.41 8.71 20\n`
    await until('the position of the vehicle is printed', printed, { fits: (text) => text.includes(line) })
  })

  const has = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
  const RECEIVERS: [string, string, boolean, (file: string) => [string, string[]]][] = [
    ['Node', 'receiver.mjs', true, (file) => [process.execPath, [file]]],
    ['Python', 'receiver.py', has('python3', '--version'), (file) => ['python3', [file]]],
    // The first build of a Go program takes a minute.
    ['Go', 'receiver.go', isProofOf('walks') && has('go', 'version'), (file) => [built(file), []]],
  ]
  const built = (file: string): string => {
    execFileSync('go', ['build', '-o', `${file}.bin`, file], { cwd: folder, env: { ...process.env, GO111MODULE: 'off' } })
    return `${file}.bin`
  }
  it.each(RECEIVERS.filter(([, , isHere]) => isHere))(
    'has a receiver of webhooks in %s that takes what is signed, and nothing else',
    async (_language, file, _isHere, commandOf) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/roadbook`
      const made = await api.call('POST', '/api/v1/webhooks', {
        email: MANAGER,
        body: { name: file, url, kinds: ['trip.ended'] },
      })
      const { id, secret } = made.body.data as { id: number; secret: string }
      const [command, args] = commandOf(written(file))
      const printed = start(command, args, { WEBHOOK_SECRET: secret, PORT: String(port) })

      const body = JSON.stringify({ type: 'forged', data: {} })
      const sent = async (key: string, timestamp: number) => {
        const signed = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64')).update(`evt_1.${timestamp}.${body}`)
        const headers = {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${signed.digest('base64')}`,
        }
        return (await fetch(url, { method: 'POST', headers, body })).status
      }
      const now = Math.floor(Date.now() / 1_000)
      await until('the receiver listens', () => sent('whsec_bm90IG91cnM=', now).catch(() => 0), {
        fits: (status) => status === 401,
      })
      expect([await sent(secret, now - 3_600), await sent(secret, now)]).toEqual([401, 204])

      await api.call('POST', `/api/v1/webhooks/${id}/test`, { email: MANAGER })
      await until('the event is printed', printed, { fits: (text) => /\btest\b/.test(text) })
      await until('it is delivered', async () => (await api.get(`/webhooks/${id}`, MANAGER)).body.data.last_success_at !== null)
    },
  )
})

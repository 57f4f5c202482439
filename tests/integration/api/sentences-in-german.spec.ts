import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

const MANAGER = 'manager@x.example'
const DEALER = 'dealer@x.example'
const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

let api: ApiUnderTest
let dealer: number

beforeAll(async () => {
  api = await ApiUnderTest.start({ RATE_LIMIT_LOCATE_PER_MINUTE: '1' })
  const tenants = new Tenants(api.database.pool)
  const vendor = await tenants.business('Fietsen BV')
  await tenants.user(MANAGER, 'manager', vendor)
  dealer = await tenants.user(DEALER, 'dealer', vendor)
})
afterAll(() => api.stop())

interface Refused {
  kind: string
  method: string
  path: () => string
  body?: unknown
  email?: string
  headers?: Record<string, string>
  detail: string
  code: string
}

const REFUSALS: Refused[] = [
  {
    kind: 'a field',
    method: 'POST',
    path: () => '/tokens',
    body: { name: '', scope: 'read' },
    detail: 'Name ist erforderlich',
    code: 'field.required',
  },
  {
    kind: 'a query',
    method: 'GET',
    path: () => '/tokens?orderBy=nothing',
    detail: 'Muss eines davon sein: ',
    code: 'field.not-one-of',
  },
  { kind: 'what is absent', method: 'GET', path: () => '/trips/4711', detail: 'Diese Fahrt gibt es nicht', code: 'absent.trip' },
  {
    kind: 'a missing permission',
    method: 'GET',
    path: () => '/audit-log',
    email: DEALER,
    detail: 'Das Recht ',
    code: 'problem.permission-missing',
  },
  {
    kind: 'a stranger',
    method: 'GET',
    path: () => '/tokens',
    email: '',
    detail: 'Ihr Token ist ungültig',
    code: 'problem.token-invalid',
  },
  {
    kind: 'a conflict',
    method: 'DELETE',
    path: () => '/users/me-as-manager',
    detail: 'Ihr eigenes Konto kann nicht gelöscht werden',
    code: 'users.own-account',
  },
  {
    kind: 'what has changed since',
    method: 'PUT',
    path: () => `/users/${dealer}`,
    body: { first_name: 'A', last_name: 'B', email: DEALER },
    headers: { 'if-match': 'W/"1999-01-01T00:00:00.000Z"' },
    detail: 'Jemand hat das inzwischen geändert; laden Sie es neu',
    code: 'problem.read-again',
  },
  {
    kind: 'a body that is no JSON',
    method: 'POST',
    path: () => '/tokens',
    body: 'text',
    headers: { 'content-type': 'text/plain' },
    detail: 'Der Inhalt muss JSON sein',
    code: 'problem.media-type',
  },
]

const ask = async ({ method, path, body, email = MANAGER, headers }: Refused, language: Record<string, string>) => {
  const { rows } = await api.database.pool.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [MANAGER])
  const address = path().replace('me-as-manager', String(rows[0]?.id))
  return api.call(method, `/api/v1${address}`, { ...(email ? { email } : {}), body, headers: { ...headers, ...language } })
}

describe('a refusal', () => {
  it.each(REFUSALS)('of $kind is in German for who asks for it, and in English for who does not', async (refused) => {
    const german = await ask(refused, GERMAN)
    expect([german.body.detail, german.body.code]).toEqual([expect.stringContaining(refused.detail), refused.code])
    expect(german.headers.get('content-language')).toBe('de')
    expect(german.headers.get('vary')?.toLowerCase()).toContain('accept-language')
    const english = await ask(refused, {})
    expect(english.body).toMatchObject({ type: german.body.type, status: german.body.status, code: german.body.code })
    expect(english.headers.get('content-language')).toBe('en')
    expect(english.body.title).not.toBe(german.body.title)
    expect(english.body.detail).not.toBe(german.body.detail)
  })

  it('of what is done too often says in German when to come back', async () => {
    const locate = () => api.call('PUT', '/api/v1/entities/4711/commands/locate', { email: MANAGER, headers: GERMAN })
    expect((await locate()).body.detail).toBe('Dieses Fahrzeug gibt es nicht')
    const { status, body } = await locate()
    expect([status, body.code]).toEqual([429, 'problem.too-often-try-again-in'])
    expect(body.detail).toMatch(/^Zu viele Anfragen dieser Art; versuchen Sie es in \d+ s erneut$/)
  })

  it('of a field names each message and its code', async () => {
    const { body } = await ask(REFUSALS[0]!, GERMAN)
    expect(body.errors).toEqual({ name: ['Name ist erforderlich'] })
    expect(body.reasons).toEqual({
      name: [{ code: 'field.required', values: { label: { code: 'field.label.name', values: {} } } }],
    })
  })
})

describe('an answer about many rows', () => {
  it('says of each why it stayed, in the language of whoever reads it, also when it is answered again', async () => {
    const send = (headers: Record<string, string>) =>
      api.call('POST', '/api/v1/tokens/revoke', {
        email: MANAGER,
        body: { ids: [4711] },
        headers: { 'idempotency-key': 'k1', ...headers },
      })
    const first = await send(GERMAN)
    expect(first.body.data.results).toEqual([expect.objectContaining({ id: 4711, message: 'Dieses Token gibt es nicht' })])
    const again = await send({})
    expect(again.body.data.results).toEqual([expect.objectContaining({ id: 4711, message: 'There is no such token' })])
  })
})

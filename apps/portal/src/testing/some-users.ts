import { screen } from '@testing-library/react'
import type { components } from '../lib/api/schema.js'
import { stubApi, type ApiStub } from './api-stub.js'
import { renderApp, type Rendered, type RenderOptions } from './render-app.js'

type User = components['schemas']['User']

export const LIST = 'GET /api/v1/users'
const now = Date.parse('2025-10-30T08:12:00Z')

/** Creates a technician of the user's own business. */
export const person = (changes: Partial<User> = {}): User => ({
  id: 21,
  first_name: 'Noor',
  last_name: 'Visser',
  name: 'Noor Visser',
  address: null,
  postcode: null,
  city: 'Nieuwegein',
  phone: '+31 30 000 02 19',
  telephone: null,
  email: 'noor@domstad.example',
  role: 'Technician',
  role_key: 'technician',
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  business_kind: 'vendor',
  sub_vendor_name: 'Domstad Mobiliteit',
  locale: 'nl',
  last_seen_at: '2025-10-30T07:12:00.000Z',
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-02-01T00:00:00.000Z',
  deleted_at: null,
  ...changes,
})
/** Deleted user. */
export const gone = person({
  id: 22,
  first_name: 'Anouk',
  last_name: 'Smit',
  name: 'Anouk Smit',
  email: 'anouk@lunetten.example',
  deleted_at: '2025-10-01T00:00:00.000Z',
})
/** Signed-in user. */
const self = person({ id: 7, name: 'Marit de Wolf', email: 'marit@domstad.example', role: 'Manager', role_key: 'manager' })
const everybody = [person(), gone, self]
const role = (id: number, key: string, name: string, missing: string | null = null): components['schemas']['Role'] => ({
  id,
  key,
  name,
  permissions: ['index:dashboard', 'read:map'],
  users: 4,
  can_assign: missing === null,
  missing_permission: missing,
})
export const roles = [
  role(1, 'super-admin', 'Super Admin', 'super-admin'),
  role(2, 'manager', 'Manager'),
  role(3, 'dealer', 'Dealer'),
  role(4, 'technician', 'Technician'),
]
const node = {
  id: 3,
  name: 'Domstad Mobiliteit',
  kind: 'vendor',
  parent_id: null,
  entities_count: 0,
  devices_count: 0,
  children: [],
}

/** Returns users as the API lists them: by status, and by e-mail. */
function list(request: Request) {
  const { searchParams } = new URL(request.url)
  const status = searchParams.get('status') ?? 'active'
  const email = /email:like(.+)/.exec(searchParams.get('searchFields') ?? '')?.[1]
  const data = everybody
    .filter(({ deleted_at }) => status === 'all' || (deleted_at !== null) === (status === 'deleted'))
    .filter((one) => email === undefined || one.email.includes(email.toLowerCase()))
  return { data, meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length } }
}

/** Stubs the API for a user who manages three users: a technician, a deleted user, and the user's own account. */
export const stubUsers = (): ApiStub =>
  stubApi({
    [LIST]: list,
    'GET /api/v1/roles': { data: roles },
    'GET /api/v1/businesses/tree': { data: [node] },
    'GET /api/v1/users/21': { data: person() },
    'GET /api/v1/users/22': { data: gone },
  })

/** Opens the users screen and waits for its rows. */
export async function openUsers(address = '/users', options: RenderOptions = {}): Promise<Rendered & { address: () => string }> {
  const app = await renderApp(address, { now, ...options })
  await screen.findAllByRole('row', { hidden: true })
  return app
}

/** Opens the menu of a user's row. */
export async function menuOf(app: Pick<Rendered, 'actor'>, name: string): Promise<HTMLElement> {
  await app.actor.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu')
}

/** Returns the body of the last request to a call. */
export const lastBody = async (api: ApiStub, call: string) =>
  (await api.requestsTo(call).at(-1)?.json()) as Record<string, unknown>

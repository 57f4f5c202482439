import type pg from 'pg'
import type { Tenants } from './api-tenants.js'
import { bodyOf, nameOf, type Operation, pathOf, resourceOf, type TenantIds } from './api-walk.js'
import { populate } from './walk-tenants.js'

/** Answer to a call. */
export interface Said {
  status: number
  body: { data: Record<string, never>; detail?: string }
}

/** A tenant with one row of everything, and a user of this tenant who makes the calls. */
export interface Walk {
  own: TenantIds
  tenants: Tenants
  /** Id of the calling user. */
  caller: number
  /** Number of the tenant, unique within the walk. */
  nth: number
  call: (method: string, path: string, body?: unknown) => Promise<Said>
  rows: <T extends object>(text: string, values?: unknown[]) => Promise<T[]>
}

/** Parts of a call that differ from the ids and the body that every walk uses. */
interface Way {
  /** Id in place of the tenant's own `{id}`. */
  id?: number | string
  /** Values for the other placeholders of the path, in their order. */
  inner?: (number | string)[]
  query?: string
  body?: unknown
}

/**
 * Preparations without which operations cannot succeed. Operations that are not listed here need only a tenant with one row
 * of everything.
 */
const WAYS: Record<string, (walk: Walk) => Promise<Way> | Way> = {
  'GET /api/v1/analytics/{preset}': () => ({ query: 'from=2025-06-01&till=2025-06-30' }),
  'GET /api/v1/calendar/maintenance': () => ({ query: 'date=2025-06-01' }),
  'GET /api/v1/calendar/notifications': () => ({ query: 'date=2025-06-01' }),
  'GET /api/v1/map/geofences': () => ({ query: 'bbox=8,49,9,50' }),
  'GET /api/v1/report': ({ own }) => ({ query: `entity_id=${own.entity}` }),
  'GET /api/v1/returns/form': ({ own }) => ({ query: `imei=${own.imei}` }),

  'DELETE /api/v1/businesses/{id}': ({ own }) => ({ id: own.department }),
  'PUT /api/v1/businesses/{id}': ({ own }) => ({ id: own.company, body: { name: 'Other', parent_id: own.business } }),
  'PUT /api/v1/businesses/{id}/parent': ({ own }) => ({ id: own.company, body: { parent_id: own.enterprise } }),
  'POST /api/v1/businesses/{id}/move-everything': ({ own }) => ({ id: own.department, body: { to: own.enterprise } }),
  'DELETE /api/v1/subscriptions/{id}': async ({ own, tenants }) => ({
    id: await tenants.subscription(Number(own.business), 'Unused'),
  }),
  'POST /api/v1/tags/{id}/merge': async ({ own, tenants, nth }) => ({
    body: { into: await tenants.tag(`Into ${nth}`, 'general', Number(own.business)) },
  }),
  'PUT /api/v1/roles/{id}': async ({ call }) => {
    const roles = (await call('GET', '/roles')).body.data as unknown as { id: number; key: string; permissions: string[] }[]
    const { id, permissions } = roles.find(({ key }) => key === 'reporter') ?? { id: 0, permissions: [] }
    return { id, body: { permissions } }
  },

  'GET /api/v1/entities/{id}/customer': (walk) => withCustomer(walk),
  'PUT /api/v1/debug/{id}/request-consent': (walk) => withCustomer(walk),
  'DELETE /api/v1/debug/{id}/consent': async (walk) => {
    await withCustomer(walk)
    await walk.call('PUT', `/debug/${walk.own.imei}/request-consent`, { channel: 'in-person', customer_agreed: true })
    return {}
  },

  'DELETE /api/v1/devices/{id}': (walk) => takenOff(walk),
  'POST /api/v1/devices/{id}/attach': (walk) => takenOff(walk),
  'POST /api/v1/entities/install-device': (walk) => takenOff(walk),
  'POST /api/v1/install-devices/install': (walk) => takenOff(walk),
  'PUT /api/v1/install-devices/replace-entity/{id}': (walk) => replacement(walk),
  'POST /api/v1/entities/{id}/replace': (walk) => replacement(walk),
  'POST /api/v1/device-updates': async ({ own, rows }) => {
    await rows('DELETE FROM device_updates WHERE device_id = $1', [own.device])
    return {}
  },
  'DELETE /api/v1/devices/{id}/commands/{commandId}': async ({ own, call }) => ({
    inner: [await made(call('POST', `/devices/${own.device}/commands`, { text: 'getver' }))],
  }),
  'PUT /api/v1/devices/{id}/doubted-senders/{senderId}/accept': async ({ own, tenants }) => ({
    inner: [await tenants.doubtedSender(Number(own.device))],
  }),
  'PUT /api/v1/devices/{id}/doubted-senders/{senderId}/refuse': async ({ own, tenants }) => ({
    inner: [await tenants.doubtedSender(Number(own.device))],
  }),
  'POST /api/v1/returns': async ({ own, call }) => {
    await call('POST', `/returns/${own.return}/cancel`)
    return {}
  },

  'POST /api/v1/devices/bulk/{id}/undo': async ({ own, call }) => {
    await call('POST', `/devices/${own.device}/detach`, { reason: 'Broken' })
    return { id: await made(call('POST', '/devices/bulk', { action: 'delete', ids: [own.device] })) }
  },
  'POST /api/v1/entities/bulk/{id}/undo': async ({ own, call }) => ({
    id: await made(call('POST', '/entities/bulk', { action: 'delete', ids: [own.spareEntity] })),
  }),
  'POST /api/v1/entities/tags/bulk/{id}/undo': async ({ own, call }) => ({
    id: await made(call('PUT', '/entities/tags/bulk', { entities: [own.spareEntity], attach: [own.tag], detach: [] })),
  }),
  'POST /api/v1/trips/bulk/{id}/undo': async ({ own, call }) => ({
    id: await made(call('POST', '/trips/bulk', { action: 'delete', ids: [own.trip] })),
  }),
  'POST /api/v1/trips/bulk-purpose/{id}/undo': async ({ own, call }) => ({
    id: await made(call('POST', '/trips/bulk-purpose', { ids: [own.trip], purpose: 'business' })),
  }),
  'POST /api/v1/users/bulk/{id}/undo': async ({ own, call }) => ({
    id: await made(call('POST', '/users/bulk', { action: 'delete', ids: [own.user] })),
  }),
  'POST /api/v1/users/bulk-role/{id}/undo': async ({ own, call }) => ({
    id: await made(call('POST', '/users/bulk-role', { ids: [own.user], role_name: 'dealer' })),
  }),

  'PUT /api/v1/entities/{id}/restore': async ({ own, call }) => {
    await call('DELETE', `/entities/${own.spareEntity}`)
    return { id: own.spareEntity }
  },
  'PUT /api/v1/trips/{id}/restore': async ({ own, call }) => {
    await call('DELETE', `/trips/${own.trip}`)
    return {}
  },
  'POST /api/v1/trips/{id}/join': async ({ own, tenants }) => {
    await tenants.waypoint(Number(own.device), '2025-06-01T10:00Z', 49.4, 8.7)
    await tenants.trip(Number(own.device), '2025-06-01T11:10Z', '2025-06-01T11:20Z')
    return { body: { with: 'next' } }
  },
  'POST /api/v1/trips/{id}/part': async ({ own, tenants }) => {
    await tenants.tripJoin(Number(own.device), '2025-06-01T00:00Z')
    return {}
  },
  'PUT /api/v1/notifications/{id}/restore': async ({ own, call }) => {
    await call('DELETE', `/notifications/${own.notification}`)
    return {}
  },
  'DELETE /api/v1/users/{id}/force-destroy': async ({ own, call, rows }) => {
    await call('DELETE', `/users/${own.user}`)
    const [user] = await rows<{ email: string }>('SELECT email FROM users WHERE id = $1', [own.user])
    return { body: { email: user?.email } }
  },
  'DELETE /api/v1/users/{id}/permissions/{permission}': async ({ own, call }) => {
    await call('POST', `/users/${own.user}/givePermission`, { permissions: ['read:reports'] })
    return { inner: ['read:reports'] }
  },
  'POST /api/v1/users/{id}/invitation': (walk) => invited(walk),
  'POST /api/v1/users/{id}/reset-link': (walk) => invited(walk),
  'POST /api/v1/users/{id}/reset-link/mail': (walk) => invited(walk),
  'PUT /api/v1/users/{id}/temporary-password': (walk) => invited(walk),
  'DELETE /api/v1/users/{id}/second-factor': (walk) => invited(walk),

  'GET /api/v1/debug/{id}/trips/{tripId}': ({ own }) => ({ inner: [own.trip] }),
  'GET /api/v1/entities/{id}/photos/{photoId}': ({ own }) => ({ inner: [own.vehiclePhoto] }),
  'DELETE /api/v1/entities/{id}/photos/{photoId}': ({ own }) => ({ inner: [own.vehiclePhoto] }),
  'GET /api/v1/insurances/{id}/documents/{documentId}': ({ own }) => ({ inner: [own.insuranceDocument] }),
  'GET /api/v1/maintenance-notifications/{id}/photos/{photoId}': ({ own }) => ({ inner: [own.maintenancePhoto] }),
  'GET /api/v1/missing/{id}/photos/{photoId}': ({ own }) => ({ inner: [own.casePhoto] }),
  'GET /api/v1/returns/{id}/photos/{photoId}': ({ own }) => ({ inner: [own.returnPhoto] }),
  'DELETE /api/v1/insurances/{id}/documents/{documentId}': ({ own }) => ({ inner: [own.insuranceDocument] }),
  'DELETE /api/v1/missing/{id}/photos/{photoId}': ({ own }) => ({ inner: [own.casePhoto] }),
  'DELETE /api/v1/maintenance-plans/{id}/entities/{entityId}': ({ own }) => ({ inner: [own.entity] }),
  'DELETE /api/v1/entities/{id}/shares/{shareId}': async ({ own, call }) => ({
    inner: [await made(call('POST', `/entities/${own.entity}/shares`, { hours: 1 }))],
  }),
  'DELETE /api/v1/missing/{id}/shares/{shareId}': async ({ own, call }) => ({
    inner: [await made(call('POST', `/missing/${own.missingCase}/shares`, { hours: 1 }))],
  }),
  'PUT /api/v1/missing/{id}/reopen': async ({ own, call, rows, tenants }) => {
    const [lost] = await rows<{ entity_id: number }>('SELECT entity_id FROM missing_cases WHERE id = $1', [own.missingCase])
    await tenants.subscribe(lost?.entity_id ?? 0, Number(own.subscription))
    await call('PUT', `/missing/${own.missingCase}/close`, { reason: 'no-signal' })
    return {}
  },
  'POST /api/v1/maintenance-notifications/{id}/reopen': async ({ own, call }) => {
    await call('POST', `/maintenance-notifications/${own.maintenanceNotification}/complete`, {
      completed_at: '2025-06-01T08:00:00Z',
    })
    return {}
  },
  'DELETE /api/v1/maintenance-calendar/link': async ({ call }) => {
    await call('POST', '/maintenance-calendar/link')
    return {}
  },
  'POST /api/v1/entities/{id}/logbook/closings': async ({ own, call }) => {
    await call('POST', '/trips/bulk-purpose', { ids: [own.trip], purpose: 'business' })
    return {}
  },

  'GET /api/v1/install-devices/presets/{id}': (walk) => ownPreset(walk),
  'PUT /api/v1/install-devices/presets/{id}': (walk) => ownPreset(walk),
  'DELETE /api/v1/install-devices/presets/{id}': (walk) => ownPreset(walk),
  'GET /api/v1/exports/{id}': async ({ caller, tenants }) => ({ id: await tenants.exportedFile(caller, 'List.csv') }),
  'GET /api/v1/reports/requests/{id}': (walk) => askedReport(walk),
  'POST /api/v1/reports/requests/{id}/cancel': (walk) => askedReport(walk),

  'POST /api/v1/payments/{id}/refund': async ({ own, call }) => {
    await call('POST', `/payments/${own.order}/book`, { paid_at: '2025-06-01T10:00:00Z' })
    return {}
  },
  'PUT /api/v1/webhook-deliveries/{id}/replay': async ({ own, rows }) => {
    await rows("UPDATE webhook_deliveries SET state = 'failed', ended_at = now() WHERE id = $1", [own.webhookDelivery])
    return {}
  },
}

/** Operations that other suites cover, each with the reason. */
export const ELSEWHERE: Record<string, string> = {
  'DELETE /api/v1/account/sessions/{sessionId}': 'it would end the walk’s own session; session.e2e ends others',
  'POST /api/v1/payments/{id}/pay': 'leads to a payment provider, which cannot run here; payment-providers.spec',
  'POST /api/v1/payments/{id}/invoice':
    'takes a seller and a buyer with details and a rate of VAT; invoices.spec, subscriptions.e2e',
  'GET /api/v1/jobs/{id}':
    'takes work that was asked for; csv lists and imports ask, and every screen that waits reads it: jobs.spec',
  'POST /api/v1/shop/links': 'takes a shop that is configured; shop.spec',
  'PUT /api/v1/jobs/{id}/retry': 'takes a job that failed; jobs.spec kills one',
  'POST /api/v1/reports/requests/{id}/retry': 'takes a report that failed; reports-killed.spec kills one',
  'GET /api/v1/reports/requests/{id}/file': 'takes a report that is made; reports.e2e waits for one',
}

const made = async (answer: Promise<Said>): Promise<number | string> => {
  const { body } = await answer
  const data = body.data as { id?: number | string; undo_id?: number | string } | undefined
  return data?.id ?? data?.undo_id ?? 0
}
const withCustomer = async ({ own, rows }: Walk): Promise<Way> => {
  await rows('UPDATE entities SET consumer_id = $2 WHERE id = $1', [own.entity, own.consumer])
  return {}
}
const takenOff = async ({ own, call }: Walk): Promise<Way> => {
  await call('POST', `/devices/${own.device}/detach`, { reason: 'Broken' })
  return {}
}
const replacement = async ({ own, tenants, call, nth }: Walk): Promise<Way> => {
  const imei = String(356307300000000 + nth)
  await tenants.deliver(Number(own.business), imei)
  await call('POST', '/devices', { imei, business_id: own.business })
  return { body: { imei, reason: 'defective' } }
}
const invited = async ({ own, call, nth }: Walk): Promise<Way> => {
  const somebody = {
    first_name: 'A',
    last_name: 'B',
    email: `invited-${nth}@walk.example`,
    role_name: 'dealer',
    parent: own.business,
  }
  return { id: await made(call('POST', '/users', somebody)) }
}
const ownPreset = async ({ own, call, nth }: Walk): Promise<Way> => ({
  id: await made(
    call('POST', '/install-devices/presets', { name: `Own ${nth}`, business_id: own.business, tags: [], tag_groups: [] }),
  ),
})
const askedReport = async ({ own, call }: Walk): Promise<Way> => {
  const report = {
    kind: 'individual',
    mode: 'all',
    format: 'csv',
    from: '2025-06-01',
    till: '2025-06-01',
    entity_ids: [own.entity],
    tz: 'UTC',
  }
  return { id: await made(call('POST', '/reports', report)) }
}

/** Creates a tenant with one row of everything, for one call. */
export async function aWalk(tenants: Tenants, nth: number, one: Pick<Walk, 'caller' | 'call'>): Promise<Walk> {
  const pool: pg.Pool = tenants.pool
  const rows = async <T extends object>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows
  // These trackers are delivered to every new tenant. They must not belong to an earlier delivery.
  await rows("DELETE FROM device_deliveries WHERE imei IN ('356307045555555', '356307047777777', '356307045555571')")
  const own = await populate(tenants, `Walk${nth}`, String(356307200000000 + nth))
  return { own, tenants, nth, rows, ...one }
}

/** Calls an operation in such a way that it should succeed. */
export async function succeed(walk: Walk, operation: Operation): Promise<Said> {
  const { own, call } = walk
  const way = (await WAYS[nameOf(operation)]?.(walk)) ?? {}
  const id = way.id ?? own[resourceOf(operation.path) ?? 'business']
  const inner = [...(way.inner ?? [])]
  const named = operation.path.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    name === 'id' ? String(id) : String(inner.shift() ?? place),
  )
  const path = pathOf(named, id).replace('/api/v1', '')
  return call(operation.method, way.query ? `${path}?${way.query}` : path, way.body ?? bodyOf(operation, own))
}

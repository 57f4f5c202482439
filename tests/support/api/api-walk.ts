import { readFileSync } from 'node:fs'
import path from 'node:path'
import { jpeg } from '../pictures.js'

/** Operation of the OpenAPI document. */
export interface Operation {
  method: string
  path: string
  /** Permissions for the operation. Any single one of them is enough. If absent, signing in is enough. */
  permissions?: string[]
  isPublic: boolean
  takesBody: boolean
}

export interface Schema {
  $ref?: string
  allOf?: Schema[]
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: string[]
  example?: unknown
  /** Minimum of a number. Absent for ids. */
  minimum?: number
}

interface Described {
  operationId: string
  security?: unknown
  requestBody?: { content: Record<string, { schema: Schema }> }
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: Schema }> }>
  'x-permissions'?: string[]
}

/** The committed OpenAPI document, from which everything in this file is generated. */
export const document: {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
} = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../apps/api/openapi.json'), 'utf8'))

export const operations: Operation[] = Object.entries(document.paths).flatMap(([route, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path: route,
    permissions: operation['x-permissions'],
    isPublic: operation.security === undefined,
    takesBody: operation.requestBody !== undefined,
  })),
)

/** Ids of one tenant's rows, by resource. */
export type TenantIds = Record<Resource, number | string>
/** Resources of a tenant. A spare entity is one to which no other row refers. */
const RESOURCES = [
  'business',
  'vendor',
  'enterprise',
  'company',
  'department',
  'entity',
  'device',
  'imei',
  'trip',
  'user',
  'token',
  'job',
  'export',
  'role',
  'tag',
  'tagGroup',
  'brand',
  'engineBrand',
  'bulkChange',
  'sim',
  'deviceUpdate',
  'deviceImport',
  'entityImport',
  'historyImport',
  'deviceClaim',
  'deviceDelivery',
  'installPreset',
  'return',
  'returnPhoto',
  'vehiclePhoto',
  'maintenancePlan',
  'maintenanceNotification',
  'maintenancePhoto',
  'trigger',
  'geofence',
  'alertRule',
  'alert',
  'subscription',
  'entitySubscription',
  'insurance',
  'insuranceDocument',
  'order',
  'invoice',
  'missingCase',
  'casePhoto',
  'searcher',
  'logbookEntry',
  'reportRequest',
  'reportSchedule',
  'spareEntity',
  'targetGroup',
  'reader',
  'notification',
  'consumer',
  'webhook',
  'webhookDelivery',
] as const
export type Resource = (typeof RESOURCES)[number]

/** `tag-groups` → `tagGroup` */
const singular = (segment: string) => segment.replace(/s$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Resource of a path's `{id}`, for segments before the id that do not name the resource. (The segment `tag-groups`, for
 * example, names it.)
 */
const SEGMENTS: Record<string, Resource> = {
  businesses: 'business',
  enterprises: 'enterprise',
  companies: 'company',
  entities: 'entity',
  debug: 'imei',
  models: 'brand',
  'engine-models': 'engineBrand',
  bulk: 'bulkChange',
  'bulk-role': 'bulkChange',
  'bulk-purpose': 'bulkChange',
  imports: 'deviceImport',
  'entities/imports': 'entityImport',
  'device-deliveries': 'deviceDelivery',
  presets: 'installPreset',
  missing: 'missingCase',
  'logbook-entries': 'logbookEntry',
  'replace-entity': 'entity',
  verification: 'entity',
  requests: 'reportRequest',
  payments: 'order',
  'webhook-deliveries': 'webhookDelivery',
}

/** Resource of a property of a body, a search field or a query parameter that contains ids. */
export const PROPERTIES: Record<string, Resource> = {
  business_id: 'business',
  as_business_id: 'business',
  parent_id: 'business',
  parent: 'business',
  to: 'business',
  vendor_id: 'vendor',
  'vendor.id': 'vendor',
  entity_id: 'entity',
  entities: 'entity',
  entity_ids: 'entity',
  recipients: 'user',
  schedule_id: 'reportSchedule',
  device_id: 'device',
  devices: 'device',
  user_id: 'user',
  assignee_id: 'user',
  users: 'user',
  token_id: 'token',
  webhook_id: 'webhook',
  tag_id: 'tag',
  tags: 'tag',
  attach: 'tag',
  detach: 'tag',
  into: 'tag',
  group_id: 'tagGroup',
  target_group_id: 'tag',
  groups: 'tagGroup',
  tag_groups: 'tagGroup',
  enterprise_id: 'enterprise',
  maintenance_plan_id: 'maintenancePlan',
  plan_id: 'maintenancePlan',
  trigger_id: 'trigger',
  'triggers.id': 'trigger',
  assigned_user_id: 'user',
  subscription_id: 'subscription',
  order_id: 'order',
  businesses: 'business',
  // Meanings that a word has only below one path.
  'missing user_id': 'searcher',
  'users ids': 'user',
  'devices ids': 'device',
  'entities ids': 'entity',
  'entity-subscriptions ids': 'entitySubscription',
  'tokens ids': 'token',
  'trips ids': 'trip',
  'tags parent_id': 'brand',
  rule_id: 'alertRule',
  geofence_id: 'geofence',
  geofence_ids: 'geofence',
  tag_ids: 'tag',
  user_ids: 'user',
  'notifications recipients.tag_ids': 'tag',
  'notifications recipients.business_ids': 'business',
  'notifications recipients.consumer_ids': 'consumer',
}
/** Whole numbers that are not ids. */
const NUMBERS = ['expires_in', 'minutes', 'seconds']
/** Names of further ids in a path. The API checks the path's first id before these. */
const INNER_IDS = [
  'photoId',
  'documentId',
  'entityId',
  'sessionId',
  'commandId',
  'deviceId',
  'tripId',
  'senderId',
  'permission',
  'shareId',
]

const WEBHOOK = { name: 'New', url: 'https://receiver.example/', kinds: ['trip.ended'] }
const INSURANCE = { insurer: 'New', policy_number: '1', coverage: 'theft', starts_on: '2026-01-01', ends_on: null }

/** Valid bodies for operations whose schema is not enough to generate a valid body. */
const BODIES: Record<string, (own: TenantIds) => unknown> = {
  'POST /api/v1/webhooks': ({ business }) => ({ ...WEBHOOK, business_id: business }),
  'PUT /api/v1/webhooks/{id}': () => WEBHOOK,
  'POST /api/v1/notifications': (own) => ({ ...NOTIFICATION, ...audienceOf(own) }),
  'PUT /api/v1/notifications/{id}': (own) => ({ ...NOTIFICATION, recipients: audienceOf(own).recipients }),
  'POST /api/v1/notifications/audience': (own) => audienceOf(own),
  'PUT /api/v1/push-registrations': () => PHONE,
  'DELETE /api/v1/push-registrations': () => PHONE,
  'PUT /api/v1/consumers/{id}/push-registrations': () => PHONE,
  'DELETE /api/v1/consumers/{id}/push-registrations': () => PHONE,
  'PUT /api/v1/account/update': () => ({ first_name: 'A', last_name: 'B' }),
  'POST /api/v1/geocode-address': () => ({ latitude: 49.41, longitude: 8.71 }),
  'POST /api/v1/shop/exchange': () => ({ token: 'rbs_unknown' }),
  'POST /api/v1/consents/show': () => ({ link: 'unknown' }),
  'POST /api/v1/consents/answer': () => ({ link: 'unknown', answer: 'approve' }),
  'PUT /api/v1/debug/{id}/request-consent': () => ({ channel: 'in-person', customer_agreed: true }),
  'POST /api/v1/devices/{id}/commands': () => ({ text: 'getver' }),
  'POST /api/v1/users': ({ business }) => ({
    first_name: 'A',
    last_name: 'B',
    email: 'new@ours.example',
    role_name: 'dealer',
    parent: business,
  }),
  'POST /api/v1/users/bulk': ({ user }) => ({ action: 'restore', ids: [user] }),
  'POST /api/v1/users/bulk-role': ({ user }) => ({ ids: [user], role_name: 'technician' }),
  'PUT /api/v1/users/{id}': ({ business }) => ({
    first_name: 'A',
    last_name: 'B',
    email: 'changed@ours.example',
    parent: business,
  }),
  'DELETE /api/v1/users/{id}/force-destroy': () => ({ email: 'somebody@hidden.example' }),
  'POST /api/v1/users/{id}/assignRole': () => ({ role_name: 'dealer' }),
  'POST /api/v1/users/{id}/givePermission': () => ({ permissions: ['read:map'] }),
  'POST /api/v1/users/{id}/attachDevice': ({ device }) => ({ device_id: device }),
  'PUT /api/v1/roles/{id}': () => ({ permissions: ['read:map'] }),
  'POST /api/v1/businesses/{id}': () => ({ type: 'department', name: 'New' }),
  'PUT /api/v1/businesses/{id}': ({ business }) => ({ name: 'Other', parent_id: business }),
  'PUT /api/v1/businesses/{id}/trip-rests': () => ({ rests: [{ vehicle_type: 'moped', rest_minutes: 2 }] }),
  'PUT /api/v1/businesses/{id}/parent': ({ business }) => ({ parent_id: business }),
  'POST /api/v1/businesses/{id}/move-everything': ({ enterprise }) => ({ to: enterprise }),
  'PUT /api/v1/businesses/{id}/link/entities': ({ entity }) => ({ entities: [entity] }),
  'PUT /api/v1/businesses/{id}/link/users': ({ user }) => ({ users: [user] }),
  'PUT /api/v1/businesses/{id}/link/devices': ({ device }) => ({ devices: [device] }),
  'POST /api/v1/vendors/attach-to-parent': ({ vendor, enterprise }) => ({ vendor_id: vendor, parent_id: enterprise }),
  'POST /api/v1/sub-vendors/link': ({ vendor, device }) => ({
    link_type: 'device',
    vendor: { id: vendor, type: 'vendor' },
    devices: [device],
  }),
  'POST /api/v1/tags': ({ brand, business, tagGroup }) => ({
    name: 'New',
    type: 'model',
    parent_id: brand,
    business_id: business,
    groups: [tagGroup],
  }),
  'PUT /api/v1/tags/{id}': () => ({ name: 'Other' }),
  'POST /api/v1/entity-subscriptions/give': ({ spareEntity, subscription }) => ({
    entities: [spareEntity],
    subscription_id: subscription,
  }),
  'POST /api/v1/insurances': ({ spareEntity }) => ({ ...INSURANCE, entity_id: spareEntity }),
  'PUT /api/v1/insurances/{id}': () => INSURANCE,
  'POST /api/v1/payments': ({ spareEntity, subscription }) => ({ entity_id: spareEntity, subscription_id: subscription }),
  'PUT /api/v1/payments/{id}': () => ({ price_minor: 100 }),
  'PUT /api/v1/businesses/{id}/invoice-details': () => ({
    name: 'New',
    address: 'Weg 1',
    postcode: '9490',
    city: 'Vaduz',
    country: 'LI',
    vat_number: null,
    locale: 'de',
  }),
  'POST /api/v1/payments/{id}/book': () => ({ paid_at: '2025-06-01T10:00:00Z' }),
  'POST /api/v1/insurances/{id}/documents': () => ({ name: 'Photo of the policy', content: jpeg().toString('base64') }),
  'POST /api/v1/tags/attach': ({ tagGroup, tag }) => ({ group_id: tagGroup, tags: [tag] }),
  'POST /api/v1/tags/detach': ({ tagGroup, tag }) => ({ group_id: tagGroup, tags: [tag] }),
  'POST /api/v1/tags/add-tag-to-group': ({ tagGroup, tag }) => ({ group_id: tagGroup, tag_id: tag }),
  'POST /api/v1/tags/{id}/merge': ({ brand }) => ({ into: brand }),
  'POST /api/v1/tag-groups': ({ business, tag }) => ({ name: 'New', business_id: business, tags: [tag] }),
  'PUT /api/v1/tag-groups/{id}': () => ({ name: 'Other' }),
  'POST /api/v1/devices/bulk': ({ device }) => ({ action: 'restore', ids: [device] }),
  'PUT /api/v1/entities/tags/bulk': ({ entity, tag }) => ({ entities: [entity], attach: [tag], detach: [] }),
  'POST /api/v1/devices': ({ business }) => ({ imei: '356307045555555', business_id: business }),
  'PUT /api/v1/devices/{id}': ({ imei }) => ({ imei }),
  'POST /api/v1/devices/{id}/attach': ({ entity }) => ({ entity_id: entity }),
  'POST /api/v1/devices/{id}/detach': () => ({ reason: 'Broken' }),
  'POST /api/v1/devices/link-to-enterprise': ({ enterprise, device }) => ({ enterprise_id: enterprise, devices: [device] }),
  'POST /api/v1/devices/imports': ({ business }) => ({ csv: 'imei\n356307047777777\n', business_id: business }),
  'POST /api/v1/entities/imports': ({ business }) => ({
    csv: 'name,frame_number,license_plate,vehicle_type,brand\nFrom a sheet,SHEET-0001,SHEET-1,eBike,Gazelle\n',
    business_id: business,
  }),
  'POST /api/v1/device-claims': ({ business }) => ({ imei: '356307045555563', business_id: business }),
  'POST /api/v1/device-deliveries': ({ business }) => ({ imeis: ['356307045555571'], business_id: business }),
  'POST /api/v1/device-deliveries/imports': ({ business }) => ({ csv: 'imei\n356307045555571\n', business_id: business }),
  'POST /api/v1/sims': ({ business }) => ({ iccid: '8931000000000000001', business_id: business }),
  'PUT /api/v1/sims/{id}': () => ({ iccid: '8931000000000000002' }),
  'POST /api/v1/device-updates': ({ device }) => ({ device_id: device, to_firmware: '03.28.07' }),
  'PUT /api/v1/device-updates/{id}': () => ({ state: 'sent' }),
  'POST /api/v1/entities': ({ business, tag }) => ({
    name: 'New bike',
    frame_number: 'FRAME',
    license_plate: 'PLATE',
    vehicle_type: 'eBike',
    brand: 'Koga',
    business_id: business,
    tags: [tag],
    target_group_id: null,
    allow_twin: true,
  }),
  'PUT /api/v1/entities/{id}': ({ tag }) => ({ name: 'Other bike', brand: 'Koga', color: 'Black', tags: [tag] }),
  'POST /api/v1/entities/install-device': ({ entity, imei }) => ({ entity_id: entity, imei }),
  'POST /api/v1/entities/attach-to-vendor': ({ vendor, entity }) => ({ vendor_id: vendor, entities: [entity] }),
  'POST /api/v1/entities/bulk': ({ spareEntity }) => ({ action: 'delete', ids: [spareEntity] }),
  'POST /api/v1/entities/{id}/missing': () => ({ reason: 'stolen' }),
  'PUT /api/v1/missing/{id}': () => ({ police_report_number: null, reward: null, insurer: 'New' }),
  'PUT /api/v1/missing/{id}/assignee': ({ searcher }) => ({ user_id: searcher }),
  'POST /api/v1/shared-case': () => ({ link: 'unknown' }),
  'POST /api/v1/shared-vehicle': () => ({ link: 'unknown' }),
  'POST /api/v1/shared-case/photo': () => ({ link: 'unknown', photo_id: 1 }),
  'POST /api/v1/entities/{id}/photos': () => ({ content: jpeg().toString('base64') }),
  'POST /api/v1/missing/{id}/photos': () => ({ content: jpeg().toString('base64') }),
  'PUT /api/v1/missing/{id}/reopen': () => ({ reason: 'Gone again' }),
  'POST /api/v1/entities/{id}/replace': () => ({ imei: '356307047777777', reason: 'defective' }),
  'PUT /api/v1/install-devices/replace-entity/{id}': () => ({ imei: '356307047777777', reason: 'defective' }),
  'POST /api/v1/install-devices/install': ({ business, tag, tagGroup, imei }) => ({
    name: 'New bike',
    frame_number: 'FRAME',
    license_plate: 'PLATE',
    vehicle_type: 'eBike',
    brand: 'Koga',
    business_id: business,
    tags: [tag],
    tag_groups: [tagGroup],
    imei,
    user_target: 'own-use',
    allow_twin: true,
  }),
  'POST /api/v1/install-devices/verification/{id}/moved': () => ({ latitude: 49.41, longitude: 8.71, accuracy_m: 10 }),
  'POST /api/v1/install-devices/presets': ({ business, tag, tagGroup }) => ({
    name: 'New',
    business_id: business,
    tags: [tag],
    tag_groups: [tagGroup],
  }),
  'PUT /api/v1/install-devices/presets/{id}': () => ({ name: 'Other' }),
  'POST /api/v1/reports': ({ entity }) => ({
    kind: 'individual',
    mode: 'all',
    format: 'csv',
    from: '2025-06-01',
    till: '2025-06-01',
    entity_ids: [entity],
    tz: 'UTC',
  }),
  'POST /api/v1/report-schedules': (own) => ({ name: 'New', ...scheduleOf(own) }),
  'PUT /api/v1/report-schedules/{id}': (own) => ({ name: 'Other', ...scheduleOf(own) }),
  'POST /api/v1/returns': ({ imei }) => ({
    imei,
    reason: 'defective',
    take_off: true,
    ship_from: { name: 'New', address: 'Street 1', postcode: '1234', city: 'Town', country: 'NL' },
  }),
  'POST /api/v1/returns/{id}/photos': () => ({ content: jpeg().toString('base64') }),
  'POST /api/v1/entities/{id}/logbook/closings': () => ({ month: '2025-06', tz: 'UTC' }),
  'POST /api/v1/logbook-entries/{id}/corrections': () => ({ purpose: 'private', reason: 'Typed wrongly' }),
  'POST /api/v1/maintenance-plans/{id}/entities': ({ spareEntity }) => ({ entity_ids: [spareEntity] }),
  'POST /api/v1/maintenance-notifications': ({ entity, trigger }) => ({ entity_id: entity, trigger_id: trigger }),
  'POST /api/v1/maintenance-notifications/{id}/photos': () => ({ content: jpeg().toString('base64') }),
  'PUT /api/v1/maintenance-notifications/{id}': () => ({ planned_at: null, assigned_user_id: null }),
  'POST /api/v1/maintenance-notifications/{id}/plan': () => ({ planned_at: '2099-01-01T08:00:00Z' }),
  'POST /api/v1/maintenance-notifications/{id}/assign': () => ({ user_id: null }),
  'POST /api/v1/maintenance-notifications/{id}/complete': () => ({ completed_at: '2025-06-01T08:00:00Z' }),
  'POST /api/v1/geofences': () => GEOFENCE,
  'POST /api/v1/history-imports': ({ entity }) => ({
    entity_id: entity,
    file_name: 'track.csv',
    content: Buffer.from('time,latitude,longitude\n2026-05-14T07:21:05Z,49.4,8.7\n').toString('base64'),
    dry_run: true,
  }),
  'POST /api/v1/geofences/imports': () => ({ file: JSON.stringify({ type: 'Point', coordinates: [9.52, 47.14] }), reach_m: 50 }),
  'PUT /api/v1/geofences/{id}': () => GEOFENCE,
  'POST /api/v1/alert-rules/preview': () => ({ kind: 'exit' }),
  'PUT /api/v1/alerts/snooze': () => ({ ids: ['00000000-0000-4000-8000-000000000000'], until: '2100-01-01T00:00:00Z' }),
  'POST /api/v1/trips/bulk': ({ trip }) => ({ action: 'delete', ids: [trip] }),
  'POST /api/v1/trips/bulk-purpose': ({ trip }) => ({ ids: [trip], purpose: 'business' }),
  'POST /api/v1/tokens/revoke': ({ token }) => ({ ids: [token] }),
  'POST /api/v1/tokens': () => ({ name: 'Script', scope: 'read' }),
  ...Object.fromEntries(
    ['vendors', 'enterprises', 'companies', 'departments'].flatMap((kind) => [
      [`POST /api/v1/${kind}`, ({ business }: TenantIds) => ({ name: 'New', parent_id: business })],
      [`PUT /api/v1/${kind}/{id}`, ({ business }: TenantIds) => ({ name: 'Other', parent_id: business })],
    ]),
  ),
}

const GEOFENCE = { name: 'New', kind: 'circle', shape: { type: 'Point', coordinates: [9.52, 47.14] }, reach_m: 200 }
const PHONE = { kind: 'fcm', token: 'a-token-of-the-walk:0123456789' }
const NOTIFICATION = {
  date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  time: '09:30',
  time_zone: 'Europe/Amsterdam',
  title: 'New',
  body: 'Other',
}
const audienceOf = ({ business, tag, consumer }: TenantIds) => ({
  recipients: { kind: 'selection', tag_ids: [tag], business_ids: [business], consumer_ids: [consumer] },
  business_id: business,
})

const scheduleOf = ({ targetGroup, reader }: TenantIds) => ({
  mode: 'all',
  format: 'csv',
  target_group_id: targetGroup,
  every: 'month',
  recipients: [reader],
  tz: 'UTC',
})

export const nameOf = ({ method, path: route }: Operation) => `${method} ${route}`

export function bodyOf(operation: Operation, own: TenantIds): unknown {
  if (!operation.takesBody) return undefined
  return BODIES[nameOf(operation)]?.(own) ?? exampleOf(bodySchema(operation), own, operation)
}

const bodySchema = ({ method, path: route }: Operation) =>
  Object.values(document.paths[route]?.[method.toLowerCase()]?.requestBody?.content ?? {})[0]?.schema

/** Returns the required properties of a schema, each with the first valid value. Ids are those of the tenant. */
function exampleOf(schema: Schema | undefined, own: TenantIds, operation: Operation, name = ''): unknown {
  if (!schema) throw new Error(`write a body for ${nameOf(operation)}`)
  if (schema.$ref) return exampleOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], own, operation, name)
  if (schema.example !== undefined) return schema.example
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [exampleOf(schema.items, own, operation, name)]
  if (schema.type === 'integer') return schema.minimum ?? own[PROPERTIES[name] ?? 'entity']
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') return 'New'
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(required.map((key) => [key, exampleOf(properties[key], own, operation, key)]))
}

/** Returns the resource of a path's `{id}`. Undefined if the path has no `{id}`. */
export function resourceOf(route: string): Resource | undefined {
  const [, above, segment] = /(?:([^/]+)\/)?([^/]+)\/\{id\}/.exec(route) ?? []
  if (segment === undefined) return undefined
  const resource = SEGMENTS[`${above}/${segment}`] ?? SEGMENTS[segment] ?? RESOURCES.find((one) => one === singular(segment))
  if (!resource) throw new Error(`say what the {id} of ${route} is`)
  return resource
}

/** Words in paths that are not ids, each with one valid value. */
export const PATH_WORDS: Record<string, string> = { kind: 'all', preset: 'activityDay' }

/** Returns a path with an id filled in. */
export function pathOf(route: string, id: number | string): string {
  return route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id') return String(id)
    const word = PATH_WORDS[name]
    if (word !== undefined) return word
    if (!INNER_IDS.includes(name)) throw new Error(`say what {${name}} of ${route} is`)
    return '1'
  })
}

/** Place in a call that can contain an id, apart from the path. */
export interface IdPlace {
  operation: Operation
  /** For example `body vendor.id` or `search entity_id`. */
  name: string
  resource: Resource
  /** Returns an otherwise valid call with an id in that place. */
  with(own: TenantIds, id: number | string): { query: string; body: unknown }
}

/**
 * Returns every place in an operation that can contain an id. Fails if a whole number is in neither of the two lists, of
 * ids and of other numbers.
 */
export function idPlaces(operation: Operation): IdPlace[] {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
  const parameters = (described?.parameters ?? []).filter(({ in: place }) => place === 'query')
  const fields = parameters.find(({ name }) => name === 'searchFields')?.description ?? ''
  const searched = [...fields.matchAll(/(\w+) \(= in\)/g)].map(([, field = '']) => field).filter((field) => field !== 'id')
  const asked = parameters.map(({ name }) => name).filter((name) => /(^|_)ids?$/.test(name))
  return [
    ...searched.map((field) => place(operation, `search ${field}`, field, (id) => ({ query: `?search=${field}:${id}` }))),
    ...asked.map((name) => place(operation, `query ${name}`, name, (id) => ({ query: `?${name}=${id}` }))),
    ...numbersOf(bodySchema(operation), '').map(({ at, isList }) =>
      place(operation, `body ${at}`, at, (id) => ({ at: at.split('.'), value: isList ? [id] : id })),
    ),
  ]
}

function place(
  operation: Operation,
  name: string,
  property: string,
  put: (id: number | string) => { query?: string; at?: string[]; value?: unknown },
): IdPlace {
  const [, , , section] = operation.path.split('/')
  const resource = PROPERTIES[`${section} ${property}`] ?? PROPERTIES[property]
  if (!resource) throw new Error(`say what ${name} of ${nameOf(operation)} is: an id of what, or a number`)
  return {
    operation,
    name,
    resource,
    with: (own, id) => {
      const { query = '', at, value } = put(id)
      const body = structuredClone(bodyOf(operation, own))
      return { query, body: at ? replaced(body as Record<string, unknown>, at, value) : body }
    },
  }
}

function replaced(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): Record<string, unknown> {
  const inner = rest.length === 0 ? value : replaced(body[name] as Record<string, unknown>, rest, value)
  return { ...body, [name]: inner }
}

/** Returns the whole numbers, and lists of whole numbers, in a schema. They may be ids. */
function numbersOf(schema: Schema | undefined, at: string): { at: string; isList: boolean }[] {
  if (!schema) return []
  if (schema.$ref) return numbersOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], at)
  if (schema.allOf) return schema.allOf.flatMap((one) => numbersOf(one, at))
  const name = at.split('.').at(-1) ?? ''
  if (schema.type === 'integer') return schema.minimum !== undefined || NUMBERS.includes(name) ? [] : [{ at, isList: false }]
  if (schema.type === 'array') return schema.items?.type === 'integer' ? [{ at, isList: true }] : []
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => numbersOf(inner, at ? `${at}.${key}` : key))
}

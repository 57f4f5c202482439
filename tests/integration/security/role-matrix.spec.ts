import { rotated } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { nameOf, type Operation, operations, pathOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'

/**
 * Roles and permissions of the specification (R-236, R-237, decisions G-04 and G-06). They were written by hand, and not
 * copied from the code or the seed. Roles: super admin, manager, dealer, technician, reporter.
 */
const ROLES = ['super-admin', 'manager', 'dealer', 'technician', 'reporter'] as const
const MATRIX: Record<string, string> = {
  'index:dashboard': 'S M D T R',
  'read:map': 'S M D T R',
  'create:entity': 'S M D T',
  'read:information': 'S M D',
  'read:reports': 'S M R',
  'read:business-management': 'S M',
  'index:entity': 'S M D T',
  'read:user': 'S M',
  'create:notification': 'S M',
  'manage:missing-entities': 'S M D',
  'create:order': 'S M D',
  'update:entity': 'S M D T',
  'delete:entity': 'S M',
  'create:user': 'S M',
  'update:user': 'S M',
  'delete:user': 'S M',
  'link:user': 'S M',
  'create:business': 'S M',
  'update:business': 'S M',
  'delete:business': 'S M',
  'link:business': 'S M',
  'manage:tags': 'S M',
  'manage:devices': 'S M',
  'manage:tokens': 'S M',
  'manage:subscriptions': 'S M',
  'manage:maintenance': 'S M D T',
  'manage:alerts': 'S M D',
  'manage:announcements': 'S',
}
const LETTERS: Record<(typeof ROLES)[number], string> = {
  'super-admin': 'S',
  manager: 'M',
  dealer: 'D',
  technician: 'T',
  reporter: 'R',
}
const holds = (role: (typeof ROLES)[number], permission: string) =>
  MATRIX[permission]?.split(' ').includes(LETTERS[role]) ?? false

/**
 * Rights that a call needs. For reading it is the right of the screen (G-04, R-237). For writing it is a fine-grained
 * right. The first line that matches applies.
 */
const RULES: [method: RegExp, route: RegExp, rights: string][] = [
  [/./, /^install-devices\/|^dropdown\/entities\/presets$/, 'create:entity'],
  [/POST/, /^entities\/(install-device|\{id\}\/replace)$/, 'create:entity'],
  [/POST/, /^entities\/attach-to-vendor$/, 'link:business'],
  [/GET/, /^entities\/\{id\}\/customer$/, 'read:business-management'],
  [/./, /^(notifications|consumers|calendar\/notifications|dropdown\/consumers)(\/|$)/, 'create:notification'],
  [/./, /^push-registrations$/, ''],
  [/./, /^(account|auth|jobs|exports|dropdown|geocode-address|places|announcements)(\/|$)/, ''],
  [/./, /^history-imports(\/|$)/, 'manage:devices'],
  [/GET/, /^dashboard\//, 'index:dashboard'],
  [/./, /^analytics\//, 'read:reports'],
  [/GET/, /^(map\/|trips|entities\/\{id\}\/position$)/, 'read:map'],
  [/GET/, /^entities\/\{id\}\/(logbook|track$|trips\/recalculations$)/, 'read:map'],
  [/POST/, /^entities\/\{id\}\/trips\/recalculate$/, 'update:entity'],
  [/POST/, /^(entities\/\{id\}\/logbook\/closings|logbook-entries\/\{id\}\/corrections)$/, 'update:entity'],
  [/./, /^trips\/(\{id\}\/(purpose|join|part)|bulk-purpose(\/|$))/, 'update:entity'],
  [/./, /^trips\/(\{id\}(\/restore)?$|bulk(\/|$))/, 'delete:entity'],
  [/GET/, /^entities\/\{id\}\/subscriptions$/, 'read:map or index:entity'],
  [/GET/, /^entities\/\{id\}$/, 'read:map or index:entity'],
  [/./, /^entities\/\{id\}\/commands\/locate$/, 'update:entity'],
  [/./, /^entities\/\{id\}\/shares(\/\{shareId\})?$/, 'update:entity'],
  [/./, /^(entities\/(\{id\}\/)?missing(\/csv)?$|missing\/)/, 'manage:missing-entities'],
  [/POST/, /^(entities|tags)\/csv$/, 'index:entity'],
  [/POST/, /^entities\/trips\/csv$/, 'read:map'],
  [/POST/, /^users\/csv$/, 'read:user'],
  [/POST/, /^(devices|device-claims|tokens|audit-log|webhooks|webhook-deliveries)\/csv$/, 'read:business-management'],
  [/GET/, /^entities\/\{id\}\/(service-book|insurances)$/, 'read:information'],
  [/GET/, /^(entities|tags|tag-groups)(\/|$)/, 'index:entity'],
  [/GET/, /^entities\/\{id\}\/photos/, 'index:entity'],
  [/./, /^entities\/\{id\}\/photos/, 'update:entity'],
  [/PUT/, /^entities\/\{id\}$/, 'update:entity'],
  [/./, /^entities\/\{id\}(\/restore)?$/, 'delete:entity'],
  [/./, /^debug\//, 'create:entity'],
  [/GET/, /^returns(?!\/form)(\/|$)/, 'create:entity or read:business-management'],
  [/./, /^returns(\/|$)/, 'create:entity'],
  [/GET/, /^search$/, 'read:map or index:entity or read:user or read:business-management'],
  [/GET/, /^search\/devices$/, 'create:entity or read:business-management'],
  [/POST/, /^(entities|devices\/\{id\}\/(attach|detach))$/, 'create:entity'],
  [/POST/, /^entities\/imports(\/|$)/, 'create:entity'],
  [/POST/, /^shop\/links$/, 'create:order'],
  [/GET/, /^(users|roles|permissions)(\/|$)/, 'read:user'],
  [/GET/, /^businesses\/\{id\}\/users$/, 'read:user'],
  [
    /GET/,
    /^(businesses|vendors|enterprises|companies|departments|devices|device-claims|sims|device-updates|tokens|audit-log|webhooks|webhook-deliveries)(\/|$)/,
    'read:business-management',
  ],
  [/./, /^(report|reports|report-schedules)(\/|$)/, 'read:reports'],
  [/GET/, /^(subscriptions|entity-subscriptions|insurances|payments|invoices)(\/|$)/, 'read:information'],
  [/POST/, /^(subscriptions|entity-subscriptions|insurances|payments|invoices)\/csv$/, 'read:information'],
  [/GET/, /^business-subscriptions$/, 'read:business-management'],
  [/POST/, /^business-subscriptions\/csv$/, 'read:business-management'],
  [
    /./,
    /^(subscriptions|entity-subscriptions|business-subscriptions|insurances|payments|invoices)(\/|$)/,
    'manage:subscriptions',
  ],
  [/POST/, /\/\{id\}\/(attach|detach)-subscription$/, 'manage:subscriptions'],
  [/GET/, /^(maintenance-plans|triggers|maintenance-notifications|calendar\/maintenance)(\/|$)/, 'read:information'],
  [/./, /^maintenance-calendar\/link$/, 'read:information'],
  [/POST/, /^maintenance-(plans|notifications)\/csv$/, 'read:information'],
  [/./, /^(maintenance-plans|triggers|maintenance-notifications)(\/|$)/, 'manage:maintenance'],
  [/GET/, /^(geofences|alert-rules|alerts)(\/|$)/, 'read:map'],
  [/POST/, /^(geofences|alert-rules|alerts)\/csv$/, 'read:map'],
  [/./, /^alerts\//, 'read:map'],
  [/./, /^(geofences|alert-rules)(\/|$)/, 'manage:alerts'],
  [/./, /^(tags|tag-groups)(\/|$)/, 'manage:tags'],
  [/./, /^entities\/tags\/bulk(\/|$)/, 'update:entity'],
  [/POST/, /^entities\/bulk(\/|$)/, 'delete:entity'],
  [/./, /^(devices|device-claims|device-deliveries|sims|device-updates)(\/|$)/, 'manage:devices'],
  [/./, /^(tokens|webhooks|webhook-deliveries)(\/|$)/, 'manage:tokens'],
  [/./, /^businesses\/\{id\}\/link\/users$/, 'link:user'],
  [/./, /^(businesses\/\{id\}\/link\/|sub-vendors\/link$)/, 'link:business'],
  [/./, /^businesses\/\{id\}\/move-everything$/, 'delete:business'],
  [/./, /^vendors\/attach-to-parent$/, 'update:business'],
  [/POST/, /^(businesses|vendors|enterprises|companies|departments)(\/|$)/, 'create:business'],
  [/PUT/, /^(businesses|vendors|enterprises|companies|departments)\//, 'update:business'],
  [/DELETE/, /^(businesses|vendors|enterprises|companies|departments)\//, 'delete:business'],
  [/./, /^users\/\{id\}\/(attachDevice$|devices\/)/, 'link:user'],
  [/POST/, /^users$/, 'create:user'],
  [/./, /^users\/\{id\}(\/restore|\/force-destroy)$/, 'delete:user'],
  [/DELETE/, /^users\/\{id\}$/, 'delete:user'],
  [/POST/, /^users\/bulk(\/|$)/, 'delete:user'],
  [/./, /^(users|roles)\//, 'update:user'],
]

const closed = operations.filter(({ isPublic }) => !isPublic)
const rightsOf = ({ method, path }: Operation): string[] => {
  const route = path.replace('/api/v1/', '')
  const rule = RULES.find(([methods, routes]) => methods.test(method) && routes.test(route))
  if (!rule) throw new Error(`say in RULES which right ${method} ${route} takes, from the specification`)
  return rule[2].split(' or ').filter(Boolean)
}
const emailOf = (who: string) => `${who.replaceAll(':', '-')}@matrix.example`

const { api, tenants } = apiForTests({ SHOP_URL: 'https://shop.example' })
let ours: TenantIds

beforeAll(async () => {
  ours = await populate(tenants, 'Ours', '356307041111111')
  const business = Number(ours.business)
  for (const role of ROLES) await tenants.user(emailOf(role), role, role === 'super-admin' ? null : business)
  // Users of three kinds: with a role without rights, with one right in addition, or with all rights but one.
  const { rows } = await api.database.pool.query<{ id: number }>(
    "INSERT INTO roles (key, name) VALUES ('empty', 'Empty') RETURNING id",
  )
  const everything = Object.keys(MATRIX)
  for (const permission of everything) {
    for (const [who, granted] of [
      [`only-${permission}`, [permission]],
      [`but-${permission}`, everything.filter((one) => one !== permission)],
    ] as const) {
      const id = await tenants.user(emailOf(who), 'reporter', business)
      await api.database.pool.query('UPDATE users SET role_id = $1 WHERE id = $2', [rows[0]?.id, id])
      await api.database.pool.query('INSERT INTO user_permissions SELECT $1, unnest($2::text[])', [id, granted])
    }
  }
})

/**
 * Calls an operation in such a way that it changes nothing for any caller: with an id that belongs to nobody, and an
 * invalid body.
 */
const ask = (operation: Operation, who: string) =>
  api.call(operation.method, pathOf(operation.path, 2_000_000_000), {
    email: emailOf(who),
    body: operation.takesBody ? { nonsense: true } : undefined,
  })

const guarded = closed.map((operation) => [operation, rightsOf(operation)] as const).filter(([, rights]) => rights.length > 0)

describe('the role matrix of the specification (R-236, R-237, S3)', () => {
  it('R-237 knows the eleven permissions of the specification and the seventeen grants beside them', () => {
    expect(Object.keys(MATRIX)).toHaveLength(28)
  })

  it('R-236 R-237 is what a fresh installation has, cell by cell', async () => {
    const { rows } = await api.database.pool.query<{ key: string; permission: string }>(
      "SELECT r.key, p.permission FROM role_permissions p JOIN roles r ON r.id = p.role_id WHERE r.key <> 'empty'",
    )
    const seeded = rows.map(({ key, permission }) => `${key} ${permission}`).sort()
    const specified = ROLES.flatMap((role) =>
      Object.keys(MATRIX)
        .filter((permission) => holds(role, permission))
        .map((permission) => `${role} ${permission}`),
    )
    expect(seeded).toEqual(specified.sort())
  })

  it.each(
    guarded.flatMap(([operation, rights], place) => {
      const [may, mayNot] = [true, false].map((may) => ROLES.filter((role) => rights.some((right) => holds(role, right)) === may))
      const named = (role: (typeof ROLES)[number], is: boolean) =>
        [is ? 'lets' : 'refuses', role, nameOf(operation), is, rights, operation] as const
      return [
        ...rotated('walks', may ?? [], 1, place).map((role) => named(role, true)),
        ...rotated('walks', mayNot ?? [], 1, place).map((role) => named(role, false)),
      ]
    }),
  )('R-236 S3 %s a %s: %s', async (_may, role, _name, may, rights, operation) => {
    const { status, body } = await ask(operation, role)
    if (may) expect([401, 403]).not.toContain(status)
    else expect([status, rights]).toEqual([403, expect.arrayContaining([body.permission])])
  })

  it.each(guarded.map(([operation, rights]) => [nameOf(operation), rights, operation] as const))(
    'R-237 S3 %s opens to %j whatever the role, and to nothing else',
    async (_name, rights, operation) => {
      for (const right of rights) {
        const { status } = await ask(operation, `only-${right}`)
        expect([401, 403]).not.toContain(status)
      }
      if (rights.length > 1) return
      const { status, body } = await ask(operation, `but-${rights[0]}`)
      expect([status, body.permission]).toEqual([403, rights[0]])
    },
  )

  it.each(
    closed
      .filter((operation) => rightsOf(operation).length === 0)
      .map((operation, place) => [nameOf(operation), operation, place] as const),
  )('R-236 S3 %s is about oneself, or serves every form, and asks for no right', async (_name, operation, place) => {
    for (const role of rotated('walks', ROLES, 2, place)) expect([401, 403]).not.toContain((await ask(operation, role)).status)
  })
})

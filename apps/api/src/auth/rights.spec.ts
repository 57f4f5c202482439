import { Problem } from '../http/problems.js'
import { assertAllowed, assertTokenAllowed, scopeOf, SUPER_ADMIN } from './access.js'
import type { Caller } from './caller.js'
import { assertHolds, missingRight } from './granting.js'
import type { AccessRule } from './require-permission.decorator.js'
import { throughToken } from './tokens/token-scope.js'

const aCaller = (permissions: string[], more: Partial<Caller> = {}): Caller => ({
  userId: 1,
  businessId: 7,
  email: 'manager@x.example',
  locale: 'en',
  roleKey: 'manager',
  roleName: 'Manager',
  permissions: new Set(permissions),
  scope: [7],
  ...more,
})
const refusal = (act: () => void) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return [error.kind, error.details.permission]
    throw error
  }
  return undefined
}

describe('a call', () => {
  const rule: AccessRule = { kind: 'permission', anyOf: ['create:entity', 'update:entity'] }

  it('is allowed by any of its permissions, and refused by the name of the first', () => {
    expect(refusal(() => assertAllowed(rule, aCaller(['update:entity'])))).toBeUndefined()
    expect(refusal(() => assertAllowed(rule, aCaller(['index:entity'])))).toEqual(['forbidden', 'create:entity'])
  })

  it.each([
    ['read', 'Entities_list', true],
    ['read', 'Install_create', false],
    ['write', 'Entities_list', true],
    ['write', 'Install_create', true],
    ['install', 'Install_create', true],
    ['install', 'VehicleShares_add', false],
    ['install', 'Trips_list', false],
    ['write', 'Tokens_create', false],
    ['write', 'Something_new', false],
    ['read', 'Something_new', false],
  ] as const)('G-37 L8 with a token to %s may %s: %s', (scope, operation, allowed) => {
    const caller = aCaller(['create:entity'], { apiToken: { id: 1, scope } })
    const expected = allowed ? undefined : ['forbidden', 'create:entity']
    expect(refusal(() => assertTokenAllowed(rule, caller, operation))).toEqual(expected)
  })
})

describe('rights', () => {
  it('G-37 through a token are never more than the user has, and never make tokens', () => {
    const caller = aCaller(['manage:tokens', 'create:entity', 'delete:user'])
    expect(throughToken(caller)).toBe(caller)
    expect(throughToken(caller, { id: 1, scope: 'write' }).permissions).toEqual(new Set(['create:entity', 'delete:user']))
    expect(throughToken(caller, { id: 1, scope: 'install' }).permissions).toEqual(new Set(['create:entity']))
  })

  it('G-06 are given by those who hold them', () => {
    const caller = aCaller(['create:entity', 'index:entity'])
    expect(missingRight(caller, { roleKey: 'reporter', permissions: ['index:entity'] })).toBeUndefined()
    expect(missingRight(caller, { roleKey: 'reporter', permissions: ['index:entity', 'delete:entity'] })).toBe('delete:entity')
    expect(refusal(() => assertHolds(caller, { roleKey: 'reporter', permissions: ['delete:entity'] }))).toEqual([
      'forbidden',
      'delete:entity',
    ])
  })

  it('G-06 of a super admin are given by super admins alone, whatever the role holds', () => {
    const wanted = { roleKey: SUPER_ADMIN, permissions: [] }
    expect(missingRight(aCaller(['create:entity']), wanted)).toBe(SUPER_ADMIN)
    expect(missingRight(aCaller([], { roleKey: SUPER_ADMIN }), wanted)).toBeUndefined()
  })

  it('reach over all businesses, those of the user, or none', () => {
    expect(scopeOf(SUPER_ADMIN, [])).toBe('all')
    expect(scopeOf('manager', [7, 8])).toEqual([7, 8])
    expect(scopeOf('manager', [])).toEqual([])
  })
})

import type { Caller } from '../../auth/caller.js'
import type { Sentence } from '../../texts/sentence.js'
import { invalid, Problem } from '../../http/problems.js'
import type { BusinessContract, BusinessProperties, BusinessRow } from './business.row.js'
import type { BusinessPropertiesDto } from './dto/write-business.dto.js'
import { say } from './texts.js'

const CONTRACT = ['has_customers', 'can_install_devices', 'recovery_contract', 'is_oem'] as const
const PROPERTIES = [
  'name',
  'address',
  'postcode',
  'city',
  'country',
  'email',
  'phone',
  'show_statistics',
  'name_upper',
] as const satisfies readonly (keyof BusinessProperties)[]

const NEW: BusinessProperties & BusinessContract = {
  name: '',
  address: null,
  postcode: null,
  city: null,
  country: null,
  email: null,
  phone: null,
  show_statistics: false,
  name_upper: false,
  has_customers: false,
  can_install_devices: true,
  recovery_contract: false,
  is_oem: false,
}

/**
 * Returns a business after a change. Fields that are absent from the body keep their values.
 * @throws Problem 403 when a caller other than a super admin sets fields of the contract
 */
export function withChanges<T extends BusinessProperties & BusinessContract>(
  before: T,
  changes: BusinessPropertiesDto,
  caller: Caller,
): T {
  const given = Object.fromEntries(
    [...PROPERTIES, ...CONTRACT].flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])),
  )
  const contract = CONTRACT.filter((name) => name in given)
  if (contract.length > 0 && caller.scope !== 'all') {
    throw new Problem('forbidden', say('only-super-admin-changes', { fields: contract }))
  }
  return { ...before, ...given }
}

/** Returns the values of a new business. If the caller is not a super admin, the database sets the contract. */
export const newBusiness = (body: BusinessPropertiesDto, caller: Caller) => withChanges(NEW, body, caller)

/**
 * Returns the fields for audit entries that every user in scope may see. The function below returns the fields that only super
 * admins see.
 */
export const auditedProperties = (row: BusinessRow): Record<string, unknown> =>
  Object.fromEntries([...PROPERTIES, 'parent_id' as const, 'kind' as const].map((name) => [name, row[name]]))
export const auditedContract = (row: BusinessRow): Record<string, unknown> =>
  Object.fromEntries(CONTRACT.map((name) => [name, row[name]]))

/** Returns the problem with the wording of the specification. */
export const noActiveVendor = (): Problem =>
  new Problem('invalid', say('select-vendor'), { errors: { vendor: [say('no-active-vendor')] } })

/** Returns the problem for a parent or a kind that breaks a rule of the tree (G-18). */
export const misplaced = (rule: Sentence): Problem => invalid({ parent_id: [rule] })

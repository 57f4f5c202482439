import { z } from 'zod'
import type { Business } from './queries/business-query.js'
import type { BusinessChanges, NewBusiness } from './queries/business-changes.js'

const line = (most: number) => z.string().trim().max(most, 'form.errors.tooLong')

/** Makes the same checks as the API. Each message is a key of `businesses.json`. */
export const businessFormSchema = z.object({
  type: z.enum(['vendor', 'enterprise', 'company', 'department'], 'form.errors.type'),
  /** Parent of a new business. Null at the top level. */
  parent_id: z.number().nullable(),
  name: z.string().trim().min(1, 'form.errors.name').max(100, 'form.errors.nameTooLong'),
  address: line(200),
  postcode: line(20),
  city: line(100),
  country: line(100),
  email: z.union([z.literal(''), z.email('form.errors.email')]),
  phone: line(40),
  show_statistics: z.boolean(),
  name_upper: z.boolean(),
  has_customers: z.boolean(),
  can_install_devices: z.boolean(),
  recovery_contract: z.boolean(),
  is_oem: z.boolean(),
})

export type BusinessForm = z.infer<typeof businessFormSchema>

const TEXT_FIELDS = ['address', 'postcode', 'city', 'country', 'email', 'phone'] as const
export const FLAGS = ['show_statistics', 'name_upper'] as const
/** Fields that only super admins see and set. */
export const CONTRACT_FLAGS = ['has_customers', 'can_install_devices', 'recovery_contract', 'is_oem'] as const
/** Fields of an existing business that can be changed. */
export const CHANGEABLE = ['name', ...TEXT_FIELDS, ...FLAGS, ...CONTRACT_FLAGS] as const
export type Changeable = (typeof CHANGEABLE)[number]

export const emptyForm = (type: BusinessForm['type'], parentId: number | null): BusinessForm => ({
  type,
  parent_id: parentId,
  name: '',
  address: '',
  postcode: '',
  city: '',
  country: '',
  email: '',
  phone: '',
  show_statistics: true,
  name_upper: false,
  has_customers: false,
  can_install_devices: true,
  recovery_contract: false,
  is_oem: false,
})

export const toForm = (business: Business): BusinessForm => ({
  type: business.type,
  parent_id: business.parent_id,
  name: business.name,
  address: business.address ?? '',
  postcode: business.postcode ?? '',
  city: business.city ?? '',
  country: business.country ?? '',
  email: business.email ?? '',
  phone: business.phone ?? '',
  show_statistics: business.show_statistics,
  name_upper: business.name_upper,
  has_customers: business.has_customers ?? false,
  can_install_devices: business.can_install_devices ?? true,
  recovery_contract: business.recovery_contract ?? false,
  is_oem: business.is_oem ?? false,
})

const onTheWire = (value: string | boolean) => (value === '' ? null : value)
const picked = (form: BusinessForm, names: readonly Changeable[]) =>
  Object.fromEntries(names.map((name) => [name, onTheWire(form[name])]))

/** Returns the body of a new business. Only super admins set the contract fields. */
export const toNew = (form: BusinessForm, hasContract: boolean): NewBusiness => ({
  ...picked(form, [...TEXT_FIELDS, ...FLAGS, ...(hasContract ? CONTRACT_FLAGS : [])]),
  name: form.name,
  type: form.type,
})

/**
 * Returns the fields that differ from the form's initial state, so that changes that other users made to other fields are not
 * overwritten.
 */
export const toChanges = (form: BusinessForm, began: BusinessForm): BusinessChanges => ({
  ...picked(form, changedIn(form, began)),
  name: form.name,
})

export const changedIn = (form: BusinessForm, other: BusinessForm): Changeable[] =>
  CHANGEABLE.filter((name) => form[name] !== other[name])

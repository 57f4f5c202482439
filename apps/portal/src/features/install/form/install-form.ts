import { VEHICLE_TYPES } from '@roadbook/contracts'
import { z } from 'zod'
import type { LanguageKey } from '../../../i18n/languages.js'
import type { components } from '../../../lib/api/schema.js'

type Install = components['schemas']['Install']

/** Vehicle types except the one that is never installed. */
export const TYPES = VEHICLE_TYPES.filter((type) => type !== 'unregistered')
/** Intended use of a vehicle. */
export const TARGETS = ['customer', 'own-use'] as const
export type Target = (typeof TARGETS)[number]
export const isTarget = (text: string | undefined): text is Target => TARGETS.some((target) => target === text)
/** Minimum number of characters of a text. */
const LEAST = 4

const line = (most: number) => z.string().trim().max(most, 'errors.tooLong')
const required = (most: number, message: string) => line(most).min(1, message)
const long = (most: number, message: string) =>
  required(most, message).refine((text) => text === '' || text.length >= LEAST, 'errors.short')

type CustomerField = 'first_name' | 'last_name' | 'email'
/**
 * Creates a rule that applies only to customers' vehicles. Its error is reported together with the other errors, and not only
 * after those are corrected.
 */
const ofCustomer = (field: CustomerField, holds: (text: string) => boolean, message: string) =>
  [
    (form: { user_target: string } & Record<CustomerField, string>) =>
      form.user_target !== 'customer' || holds(form[field].trim()),
    { path: [field] as PropertyKey[], message, when: () => true },
  ] as const
const isKilometres = (text: string) => /^\d{1,6}$/.test(text)

/** Makes the same checks as the API. Each message is a key of `install.json`. */
export const installSchema = z
  .object({
    user_target: z.enum(TARGETS),
    first_name: line(100),
    last_name: line(100),
    email: line(254),
    phone: line(40),
    address: line(200),
    locale: z.enum(['nl', 'en', 'de', 'fr']),
    imei: z.string().min(1, 'errors.imei'),
    name: long(100, 'errors.name'),
    frame_number: long(50, 'errors.frame'),
    license_plate: long(20, 'errors.plate'),
    odometer_km: z
      .string()
      .trim()
      .refine((text) => text === '' || isKilometres(text), 'errors.odometer'),
    color: line(100),
    vehicle_type: z.string().min(1, 'errors.typeAndBrand'),
    brand: z.string().min(1, 'errors.typeAndBrand'),
    model: line(100),
    engine_brand: line(100),
    engine_model: line(100),
    power_unit: line(100),
    tags: z.array(z.number()),
    tag_groups: z.array(z.number()),
    maintenance_plan_id: z.number().nullable(),
    subscription_id: z.number().nullable(),
    business_id: z.number({ error: 'errors.business' }),
  })
  .refine(...ofCustomer('first_name', (text) => text !== '', 'errors.firstName'))
  .refine(...ofCustomer('last_name', (text) => text !== '', 'errors.lastName'))
  .refine(...ofCustomer('email', (text) => z.email().safeParse(text).success, 'errors.email'))

export type InstallForm = Omit<z.infer<typeof installSchema>, 'business_id'> & { business_id: number | null }
export type InstallField = keyof InstallForm

/** Panels of the form with their fields, in the order on the screen. */
export const PANELS = {
  target: ['user_target', 'first_name', 'last_name', 'email', 'phone', 'address', 'locale'],
  device: ['imei'],
  vehicle: ['name', 'vehicle_type', 'brand', 'frame_number', 'license_plate', 'model', 'color', 'odometer_km'],
  details: [
    'tag_groups',
    'tags',
    'engine_brand',
    'engine_model',
    'power_unit',
    'maintenance_plan_id',
    'business_id',
    'subscription_id',
  ],
} as const satisfies Record<string, readonly InstallField[]>
export type Panel = keyof typeof PANELS
export const FIELDS: readonly InstallField[] = Object.values(PANELS).flat()

export const emptyForm = (businessId: number | null, locale: LanguageKey, target: Target = 'customer'): InstallForm => ({
  user_target: target,
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  address: '',
  locale,
  imei: '',
  name: '',
  frame_number: '',
  license_plate: '',
  odometer_km: '',
  color: '',
  vehicle_type: '',
  brand: '',
  model: '',
  engine_brand: '',
  engine_model: '',
  power_unit: '',
  tags: [],
  tag_groups: [],
  maintenance_plan_id: null,
  subscription_id: null,
  business_id: businessId,
})

/**
 * Returns true if anything in a panel was filled in. Without this check, a panel without required fields would count as complete,
 * because it has no errors.
 */
export function isBegun(form: InstallForm, panel: Panel): boolean {
  const empty = emptyForm(form.business_id, form.locale)
  return PANELS[panel].some((field) => String(form[field] ?? '') !== String(empty[field] ?? ''))
}

/** Returns the fields that are wrong, whether or not the error is shown yet, each with the key of its message. */
export function wrongFields(form: InstallForm): ReadonlyMap<InstallField, string> {
  const { error } = installSchema.safeParse(form)
  return new Map(error?.issues.map(({ path, message }) => [path[0] as InstallField, message]))
}

/** Prefix of the form's own messages. Others are sentences from the API. */
const OWN_MESSAGE = 'errors.'
export const isOwnMessage = (message: string): message is 'errors.name' => message.startsWith(OWN_MESSAGE)

type Errors = Readonly<Partial<Record<InstallField, { message?: string }>>>

/**
 * Returns the fields with an error shown that still applies, each with its message. The form's own rules are checked against
 * the present values. An API error applies until the field is changed. An error that no longer applies is dropped, for example
 * a missing customer name after the vehicle was set to own use.
 */
export function fieldMessages(errors: Errors, wrong: ReadonlyMap<InstallField, string>): ReadonlyMap<InstallField, string> {
  const told = new Map<InstallField, string>()
  for (const field of FIELDS) {
    const message = errors[field]?.message
    if (message === undefined) continue
    const still = isOwnMessage(message) ? wrong.get(field) : message
    if (still !== undefined) told.set(field, still)
  }
  return told
}

/** Converts the form into the request body. */
export function toInstall(form: InstallForm): Install {
  const { first_name, last_name, email, phone, address, locale, odometer_km, vehicle_type, ...vehicle } = form
  const customer = { first_name, last_name, email, phone: phone || null, address: address || null, locale }
  return {
    ...vehicle,
    vehicle_type: vehicle_type as Install['vehicle_type'],
    model: vehicle.model || null,
    color: vehicle.color || null,
    engine_brand: vehicle.engine_brand || null,
    engine_model: vehicle.engine_model || null,
    power_unit: vehicle.power_unit || null,
    ...(odometer_km !== '' && { odometer_m: Number(odometer_km) * 1000 }),
    ...(form.user_target === 'customer' && { customer }),
  }
}

/** Returns the form's field for a field name of the API. */
export function fieldOf(name: string): InstallField | undefined {
  const own = name.replace(/^customer\./, '')
  if (own === 'customer') return 'first_name'
  if (own === 'odometer_m') return 'odometer_km'
  return FIELDS.find((field) => field === own)
}

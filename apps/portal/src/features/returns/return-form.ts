import type { refusedFields } from '../../lib/api/api-error.js'
import type { components } from '../../lib/api/schema.js'
import type { CreateReturn } from './queries/return-changes.js'

type Begin = components['schemas']['ReturnForm']

/** Reasons for returning a tracker (G-52). */
export const REASONS = ['defective', 'wrong-order', 'end-of-contract', 'other'] as const
type Reason = (typeof REASONS)[number]

export interface ReturnValues {
  reason: Reason | ''
  note: string
  replacementWanted: boolean
  takeOff: boolean
  name: string
  address: string
  postcode: string
  city: string
  country: string
}
type ReturnField = keyof ReturnValues
export type Refusals = Partial<Record<ReturnField, string>>

export const beginWith = ({ ship_from: from }: Begin): ReturnValues => ({
  reason: '',
  note: '',
  replacementWanted: false,
  takeOff: false,
  name: from?.name ?? '',
  address: from?.address ?? '',
  postcode: from?.postcode ?? '',
  city: from?.city ?? '',
  country: from?.country ?? '',
})

const ADDRESS = ['name', 'address', 'postcode', 'city', 'country'] as const

/** Makes the same checks as the API. Returns the errors by field as keys of `returns.json`. Empty if all is valid. */
export function wrongIn(values: ReturnValues, isOnVehicle: boolean) {
  return {
    ...(isOnVehicle && !values.takeOff && { takeOff: 'errors.takeOff' as const }),
    ...(values.reason === '' && { reason: 'errors.reason' as const }),
    ...(values.reason === 'other' && values.note.trim() === '' && { note: 'errors.note' as const }),
    ...Object.fromEntries(
      ADDRESS.filter((field) => values[field].trim() === '').map((field) => [field, `errors.${field}` as const]),
    ),
  } as Partial<Record<ReturnField, `errors.${'takeOff' | 'reason' | 'note' | (typeof ADDRESS)[number]}`>>
}

/** Converts the form into the request body. The reason must be set. */
export function toReturn(imei: string, values: ReturnValues & { reason: Reason }): CreateReturn {
  const { reason, note, replacementWanted, takeOff, name, address, postcode, city, country } = values
  return {
    imei,
    reason,
    note: note.trim() || null,
    replacement_wanted: replacementWanted,
    take_off: takeOff,
    ship_from: { name, address, postcode, city, country },
  }
}

/** Assigns the API's errors to the form's fields. */
export function refusalsOf(refused: ReturnType<typeof refusedFields>): Refusals {
  const found: Refusals = {
    reason: refused.reason,
    note: refused.note,
    takeOff: refused.take_off,
    ...Object.fromEntries(ADDRESS.map((field) => [field, refused[`ship_from.${field}`]])),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined))
}

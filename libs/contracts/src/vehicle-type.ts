/** Vehicle types. */
export const VEHICLE_TYPES = [
  'eBike',
  'eCargoBike',
  'speedPedelec',
  'eMoped',
  'moped',
  'automobile',
  'other',
  'unregistered',
] as const
export type VehicleType = (typeof VEHICLE_TYPES)[number]

/** Kinds of business. */
export const BUSINESS_KINDS = ['vendor', 'enterprise', 'company', 'department'] as const
export type BusinessKind = (typeof BUSINESS_KINDS)[number]

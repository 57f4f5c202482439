/** Parts of an address, in the spelling of the geocoder. */
export interface PlaceParts {
  street?: string
  houseNumber?: string
  /** District, hamlet or field name, used when there is no street. */
  quarter?: string
  town?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
}

/** Countries that write the house number before the street. All other countries write it after the street. */
const NUMBER_FIRST = new Set(['AU', 'CA', 'FR', 'GB', 'IE', 'LU', 'MC', 'NZ', 'US', 'ZA'])

/**
 * Returns one line in the country's usual form, for example `Landstrasse 12, Vaduz`. Parts are not repeated. Returns undefined
 * for a place without a name.
 */
export function addressLine({ street, houseNumber, quarter, town, country }: PlaceParts): string | undefined {
  const way = street ?? quarter
  const door = way && houseNumber ? (NUMBER_FIRST.has(country ?? '') ? `${houseNumber} ${way}` : `${way} ${houseNumber}`) : way
  if (!door || !town) return door ?? town
  return door.toLowerCase() === town.toLowerCase() ? town : `${door}, ${town}`
}

/** What a geocoder told of a place, each as it writes it. */
export interface PlaceParts {
  street?: string
  houseNumber?: string
  /** A part of the town, a hamlet, a field: what it is called where there is no street. */
  quarter?: string
  town?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
}

/** Where people write the number before the street; the others write it behind. */
const NUMBER_FIRST = new Set(['AU', 'CA', 'FR', 'GB', 'IE', 'LU', 'MC', 'NZ', 'US', 'ZA'])

/** One line as people there write it, `Landstrasse 12, Vaduz`; nothing is said twice. Undefined for a place without a name. */
export function addressLine({ street, houseNumber, quarter, town, country }: PlaceParts): string | undefined {
  const way = street ?? quarter
  const door = way && houseNumber ? (NUMBER_FIRST.has(country ?? '') ? `${houseNumber} ${way}` : `${way} ${houseNumber}`) : way
  if (!door || !town) return door ?? town
  return door.toLowerCase() === town.toLowerCase() ? town : `${door}, ${town}`
}

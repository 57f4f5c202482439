import { type Bounds, isPosition } from '@roadbook/geo'
import { z } from 'zod'
import { addressLine, type PlaceParts } from './address-line.js'

/** A geocoder's answer. It is in the requested language if the geocoder has that language. */
export interface FoundAddress {
  address: string
  city: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
}

/** Maximum length of a name in characters. Longer names are ignored. */
const MAX_NAME = 120

/**
 * A name as one readable line. Control characters are replaced by spaces, so that a name from the map can neither change the
 * writing direction nor contain line ends.
 */
const name = z
  .string()
  .transform((text) =>
    text
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  .pipe(z.string().min(1).max(MAX_NAME))
  .optional()
  .catch(undefined)
const country = z
  .string()
  .regex(/^[a-z]{2}$/i)
  .transform((code) => code.toUpperCase())
  .optional()
  .catch(undefined)

/** West, north, east, south, as Photon writes the extent of a place. */
const extent = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform(([west, north, east, south]): Bounds => ({ south, west, north, east }))
  .refine(({ south, west, north, east }) => isPosition(south, west) && isPosition(north, east) && south <= north)
  .optional()
  .catch(undefined)

const place = z.object({
  type: name,
  name,
  housenumber: name,
  street: name,
  locality: name,
  district: name,
  city: name,
  county: name,
  state: name,
  extent,
  countrycode: country,
  country_code: country,
})

/**
 * Nominatim nests the place one level deeper than Photon. Up to version 3, Nominatim returned one feature instead of a list.
 */
const properties = z.union([z.object({ geocoding: place }).transform(({ geocoding }) => geocoding), place])
const geometry = z
  .object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) })
  .transform(({ coordinates: [longitude, latitude] }) => ({ latitude, longitude }))
  .refine(({ latitude, longitude }) => isPosition(latitude, longitude))
  .optional()
  .catch(undefined)
const feature = z.object({ properties, geometry })
const answer = z.union([
  z.object({ features: z.array(feature) }),
  z.object({ features: feature.transform((one) => [one]) }),
  z.object({ error: z.literal('Unable to geocode') }).transform(() => ({ features: [] })),
])

/**
 * Reads an answer in GeocodeJSON. Nominatim (`format=geocodejson`) and Photon both return this format. It is a
 * FeatureCollection. Its features name the parts of an address by their role, in every country alike. If the result is a
 * street or a town itself, its name is only in `name`.
 * @returns undefined when the geocoder knows nothing
 * @throws ZodError for anything else
 * @source https://github.com/geocoders/geocodejson-spec/tree/master/draft;
 *   https://nominatim.org/release-docs/latest/api/Output/#geocodejson, whose empty answer is `{"error":"Unable to geocode"}`;
 *   https://github.com/komoot/photon/blob/master/docs/api-v1.md#results-for-search-and-reverse, whose empty answer is an empty
 *   collection
 */
export function readGeocodeJson(body: unknown): FoundAddress | undefined {
  const [found] = featuresOf(body)
  if (!found) return undefined
  const parts = partsOf(found.properties)
  const line = addressLine(parts)
  return line === undefined ? undefined : { address: line, city: parts.town ?? null, country: parts.country ?? null }
}

/** @throws ZodError for anything but GeocodeJSON */
export const featuresOf = (body: unknown): z.infer<typeof feature>[] => answer.parse(body).features

/** Returns the parts of a place's address. */
export function partsOf({ type, ...parts }: z.infer<typeof place>): PlaceParts {
  const own = (kind: string) => (type === kind ? parts.name : undefined)
  const quarters = [parts.locality ?? own('locality'), parts.district ?? own('district')].flatMap((quarter) => quarter ?? [])
  const town = parts.city ?? own('city') ?? quarters.pop() ?? parts.county
  return {
    street: parts.street ?? own('street'),
    houseNumber: parts.housenumber,
    quarter: quarters[0],
    town,
    country: parts.countrycode ?? parts.country_code,
  }
}

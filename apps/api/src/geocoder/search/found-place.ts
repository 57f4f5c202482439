import { beside, type Bounds, type Position } from '@roadbook/geo'

/** Kinds of places, from the smallest: a house, a street, a town or a part of it, and a region or country. */
export const PLACE_KINDS = ['address', 'street', 'town', 'region'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

/** A place that was found by its name, named in the reader's language as far as known. */
export interface FoundPlace extends Position {
  kind: PlaceKind
  /** Town, street, or house with its street. */
  name: string
  /** Town of the place; null if the place is itself a town or a region. */
  city: string | null
  /** State, province or canton. */
  region: string | null
  country: string | null
  bounds: Bounds
}

const KM_PER_DEGREE = 111.195

/** Returns a box around a place, `km` to each side. */
export function boxAround({ latitude, longitude }: Position, km: number): Bounds {
  const up = km / KM_PER_DEGREE
  const aside = Math.min(180, up / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)))
  return {
    south: Math.max(-90, latitude - up),
    west: beside(0, longitude - aside),
    north: Math.min(90, latitude + up),
    east: beside(0, longitude + aside),
  }
}

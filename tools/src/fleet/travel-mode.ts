import type { VehicleType } from '@roadbook/contracts'

/** Travel mode. It decides which roads a vehicle may use. */
export type TravelMode = 'bike' | 'moped' | 'car'
export const TRAVEL_MODES: readonly TravelMode[] = ['bike', 'moped', 'car']

/** Speed limit in km/h of a road without a signposted limit, by its OSM class. */
const USUAL_SPEED_KPH: Record<string, number> = {
  motorway: 120,
  motorway_link: 60,
  trunk: 80,
  trunk_link: 50,
  primary: 50,
  primary_link: 40,
  secondary: 50,
  secondary_link: 40,
  tertiary: 50,
  tertiary_link: 40,
  unclassified: 40,
  residential: 30,
  living_street: 10,
  service: 15,
  track: 20,
  cycleway: 25,
  path: 18,
  pedestrian: 10,
}
const WITHOUT_ENGINES = new Set(['track', 'cycleway', 'path', 'pedestrian'])
const FAST_ROADS = new Set(['motorway', 'motorway_link', 'trunk', 'trunk_link'])

export function travelModeOf(vehicleType: VehicleType): TravelMode {
  switch (vehicleType) {
    case 'eBike':
    case 'eCargoBike':
      return 'bike'
    case 'speedPedelec':
    case 'eMoped':
    case 'moped':
      return 'moped'
    default:
      return 'car'
  }
}

/** Returns true if this travel mode may use roads of this class. */
export function isAllowed(mode: TravelMode, roadClass: string): boolean {
  if (USUAL_SPEED_KPH[roadClass] === undefined) return false
  if (mode !== 'car' && FAST_ROADS.has(roadClass)) return false
  return mode === 'bike' || !WITHOUT_ENGINES.has(roadClass)
}

/** Returns the speed limit of a road, km/h. `maxspeed` is the OSM tag: a number, `walk` or `none`. */
export function speedLimitKph(roadClass: string, maxspeed: string | undefined): number {
  if (maxspeed === 'walk') return 7
  if (maxspeed === 'none') return 130
  const signposted = Number(maxspeed)
  return signposted > 0 ? signposted : (USUAL_SPEED_KPH[roadClass] ?? 30)
}

/** Top speed for which the routes of a travel mode are planned, km/h. */
export const PLANNING_SPEED_KPH: Record<TravelMode, number> = { bike: 20, moped: 45, car: 120 }

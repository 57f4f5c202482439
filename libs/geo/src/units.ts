/** One international knot is 1.852 km/h exactly. */
export const KPH_PER_KNOT = 1.852
const KPH_PER_MPS = 3.6
/** One international mile is 1.609344 km exactly. */
const KPH_PER_MPH = 1.609344

export const knotsToKph = (knots: number): number => knots * KPH_PER_KNOT
/** Converts miles per hour to km/h. */
export const mphToKph = (mph: number): number => mph * KPH_PER_MPH
/** Converts metres per second to km/h. */
export const mpsToKph = (mps: number): number => mps * KPH_PER_MPS
/** Converts km/h to metres per second. */
export const kphToMps = (kph: number): number => kph / KPH_PER_MPS

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180
export const toDegrees = (radians: number): number => (radians * 180) / Math.PI

/** One international knot is 1.852 km/h exactly. */
export const KPH_PER_KNOT = 1.852
const KPH_PER_MPS = 3.6

export const knotsToKph = (knots: number): number => knots * KPH_PER_KNOT
/** Metres per second to km/h. */
export const mpsToKph = (mps: number): number => mps * KPH_PER_MPS
/** Km/h to metres per second. */
export const kphToMps = (kph: number): number => kph / KPH_PER_MPS

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180
export const toDegrees = (radians: number): number => (radians * 180) / Math.PI

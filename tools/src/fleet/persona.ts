import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { seedOf } from '@roadbook/testing'

/**
 * Persona: the peculiarity of a tracker. With personas, a demo shows cases that occur in reality. `silent` stops reporting
 * after a drive. `noGps` never has a position. `jitter` is parked under a roof, and its position jumps. `lateBatch` drives
 * without mobile coverage and then sends everything, newest first.
 */
export type Persona = 'steady' | 'silent' | 'noGps' | 'jitter' | 'lateBatch'

const ODD: readonly Persona[] = ['silent', 'noGps', 'jitter', 'lateBatch']
/** One tracker in this many has a peculiarity. */
const ODD_ONE_IN = 20

/** Returns the peculiarity of a tracker. It is always the same for an IMEI. */
export function personaOf(imei: string): Persona {
  const luck = seedOf(imei, 'persona')
  return luck % ODD_ONE_IN === 0 ? ODD[Math.floor(luck / ODD_ONE_IN) % ODD.length]! : 'steady'
}

/** Returns the record as a receiver without satellites writes it. */
export function withoutFix(fix: Fix): Fix {
  return {
    ...fix,
    validity: FixValidity.noFix,
    latitude: 0,
    longitude: 0,
    speedKph: 0,
    heading: 0,
    satellites: 0,
    hdop: undefined,
  }
}

/**
 * Returns the record of a parked tracker that receives only reflections: the record is valid, but its position is up to 40
 * m away from the true place.
 */
export function withReflections(fix: Fix, random: () => number): Fix {
  const off = () => (random() - 0.5) * 0.0007
  const { latitude = 0, longitude = 0 } = fix
  return { ...fix, latitude: latitude + off(), longitude: longitude + off(), satellites: 4, hdop: 4.2 }
}

import type { Fix, Packet } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'

/** A morning in Heidelberg. Builders use this fixed time, so that tests do not depend on the clock. */
export const SOME_TIME = Date.UTC(2025, 5, 3, 8)
export const SOME_IMEI = '356307042441013'

/** Builds a valid fix of a moving vehicle. The test sets the fields that matter to the test. */
export function aFix(given: Partial<Fix> = {}): Fix {
  return {
    positionedAt: SOME_TIME,
    validity: FixValidity.valid,
    latitude: 49.4093582,
    longitude: 8.694724,
    altitudeM: 114,
    speedKph: 24,
    heading: 90,
    satellites: 11,
    ignition: true,
    movement: true,
    ...given,
  }
}

/** Builds a packet of one fix, received two seconds after its last fix. */
export function aPacket(given: Partial<Packet> = {}): Packet {
  const fixes = given.fixes ?? [aFix()]
  const last = fixes.reduce((latest, fix) => Math.max(latest, fix.positionedAt), 0)
  return {
    imei: SOME_IMEI,
    protocol: 'teltonika',
    receivedAt: (last || SOME_TIME) + 2_000,
    gateway: 'gateway-test',
    quarantined: false,
    ...given,
    fixes,
  }
}

import type { Fix } from '@roadbook/contracts'
import type { Position } from '@roadbook/geo'
import { IGNITION_EVENT, toFix } from './reading.js'
import type { Route } from './route.js'
import type { VehicleProfile } from './vehicle-profile.js'

/** State of a vehicle before and after a drive. */
export interface VehicleState {
  at: number
  odometerM: number
  drivenM: number
}

export interface DriveOptions {
  profile: VehicleProfile
  /** Seconds between records while driving. */
  intervalS: number
  random: () => number
}

const STEP_S = 1
/** Minimum speed during a drive, in m/s. Without it, a vehicle that brakes for a stop line would never reach the line. */
const CREEPING_MPS = 0.7
const LIGHTS_ARE_RED = 0.4
/** Share of drives on which the receiver loses the satellites for a while, for example under a bridge or in a garage. */
const BLIND_STRETCHES = 0.08

/**
 * Drives along a route from ignition on to ignition off, with acceleration, bends, red lights and tunnels without a fix. Appends
 * the records to `fixes` and updates `state`. Computes in steps of one second.
 */
export function driveRoute(route: Route, state: VehicleState, options: DriveOptions, fixes: Fix[]): void {
  const { profile, intervalS, random } = options
  const { alongM, line } = route
  const last = line.length - 1
  const stopsS = redLights(route, random)
  const approachMps = approachSpeeds(route, profile, stopsS)
  const blind = blindStretch(route, random)
  const startedAt = state.at
  const cruise = profile.topSpeedKph / 3.6
  let lastSeen = line[0]!
  const record = (along: number, at: number, speedMps: number, isRunning: boolean, event?: number) => {
    const hasFix = route.isTunnel[at] !== 1 && !(along >= blind.fromM && along < blind.tillM)
    const position = hasFix ? (lastSeen = pointAt(route, at, along)) : lastSeen
    const odometerM = state.odometerM + along
    const drivenM = state.drivenM + along
    const reading = {
      at: state.at,
      position,
      speedMps,
      heading: route.heading[at]!,
      odometerM,
      drivenM,
      isRunning,
      hasFix,
      event,
    }
    fixes.push(toFix(profile, reading, random))
  }

  record(0, 0, 0, true, IGNITION_EVENT)
  let along = 0
  let speed = 0
  let at = 0
  let waitS = 0
  for (let second = STEP_S; at < last; second += STEP_S) {
    if (waitS > 0) waitS -= STEP_S
    else {
      const ahead = alongM[at + 1]! - along
      const braking = Math.sqrt(approachMps[at + 1]! ** 2 + 2 * profile.brakingMps2 * ahead)
      speed = Math.max(CREEPING_MPS, Math.min(speed + profile.accelerationMps2, route.limitMps[at]!, cruise, braking))
      along += speed * STEP_S
      while (at < last && along >= alongM[at + 1]!) {
        at++
        if (stopsS[at] === 0) continue
        along = alongM[at]!
        waitS = stopsS[at]!
        speed = 0
        break
      }
    }
    state.at = startedAt + second * 1000
    if (second % intervalS === 0 && at < last) record(along, at, speed, true)
  }
  record(alongM[last]!, last, 0, false, IGNITION_EVENT)
  state.odometerM += alongM[last]!
  state.drivenM += alongM[last]!
}

/** Returns the waiting time in seconds at each point of the route. */
function redLights(route: Route, random: () => number): Float64Array {
  const seconds = new Float64Array(route.hasLights.length)
  for (let at = 0; at < seconds.length; at++) {
    if (route.hasLights[at] === 1 && random() < LIGHTS_ARE_RED) seconds[at] = 8 + Math.floor(random() * 40)
  }
  return seconds
}

/**
 * Returns the highest speed at each point from which the vehicle can still slow down in time for every later bend, every stop and
 * the end.
 */
function approachSpeeds(route: Route, profile: VehicleProfile, stopsS: Float64Array): Float64Array {
  const speeds = new Float64Array(route.line.length)
  for (let at = speeds.length - 2; at >= 0; at--) {
    const ahead = route.alongM[at + 1]! - route.alongM[at]!
    const braking = Math.sqrt(speeds[at + 1]! ** 2 + 2 * profile.brakingMps2 * ahead)
    speeds[at] = stopsS[at]! > 0 ? 0 : Math.min(route.bendMps[at]!, route.limitMps[at]!, braking)
  }
  return speeds
}

function blindStretch(route: Route, random: () => number): { fromM: number; tillM: number } {
  const lengthM = route.alongM.at(-1) ?? 0
  const isBlind = random() < BLIND_STRETCHES
  const fromM = (0.2 + 0.5 * random()) * lengthM
  const tillM = fromM + 150 + 350 * random()
  return isBlind && tillM < lengthM ? { fromM, tillM } : { fromM: Infinity, tillM: Infinity }
}

function pointAt(route: Route, at: number, along: number): Position {
  const from = route.line[at]!
  const to = route.line[at + 1] ?? from
  const lengthM = (route.alongM[at + 1] ?? along) - route.alongM[at]!
  const share = lengthM > 0 ? (along - route.alongM[at]!) / lengthM : 0
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  }
}

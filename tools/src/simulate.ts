import { readFileSync } from 'node:fs'
import type { VehicleType } from '@roadbook/contracts'
import { luhnDigit } from '@roadbook/geo'
import type { Protocol } from '@roadbook/protocols'
import { type Clock, SimulatedTracker, systemClock } from '@roadbook/testing'
import { loadDemoCity } from './demo-city.js'
import { answerCommand } from './fleet/answer-command.js'
import { type FleetVehicle, followTrack, readTrack, type RunningVehicle, runFleet } from './fleet/index.js'
import { SimulationReport } from './simulate-report.js'

export interface SimulateOptions {
  host: string
  port: number
  /** IMEIs of the trackers to simulate. They must be registered. */
  imeis?: readonly string[]
  vehicleType?: VehicleType
  /** GPX or GeoJSON file to follow once. Without it the vehicles drive through the demo city until the signal. */
  track?: string
  /** Number of vehicles with generated IMEIs, besides `imeis`. */
  fleet?: number
  /** Speed in km/h on a track without times. */
  speedKph?: number
  /** Protocol of the trackers. Default: Teltonika. */
  protocol?: Protocol
  intervalS?: number
  seed?: number
  signal: AbortSignal
  clock?: Clock
  log?: (text: string) => void
}

const FLEET_TYPES: readonly VehicleType[] = ['eBike', 'eCargoBike', 'automobile', 'eMoped', 'speedPedelec', 'moped']

/** Pauses between retries. They are short, because a user may be about to register a tracker that was refused. */
const SOON = { firstMs: 500, largestMs: 5_000 }

/**
 * Returns the IMEI of the n-th generated vehicle. It is always the same and has a valid check digit. Its type allocation code is
 * not assigned to any device.
 */
export function fleetImei(nth: number): string {
  const digits = `00000001${String(nth).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}

/**
 * Runs simulated trackers over TCP: along a track until everything is acknowledged, or through the demo city until the signal.
 */
export async function simulate(options: SimulateOptions): Promise<void> {
  const { fleet = 0, imeis = [], vehicleType, track, clock = systemClock, log = () => undefined } = options
  const named = imeis.map((imei) => ({ imei, vehicleType: vehicleType ?? ('automobile' as const) }))
  const generated = Array.from({ length: fleet }, (_, nth) => ({
    imei: fleetImei(nth),
    vehicleType: vehicleType ?? FLEET_TYPES[nth % FLEET_TYPES.length]!,
  }))
  const vehicles: FleetVehicle[] = [...named, ...generated]
  if (vehicles.length === 0) throw new Error('name an IMEI or the size of the fleet')
  const trackers = vehicles.length === 1 ? '1 tracker sends' : `${vehicles.length} trackers send`
  log(`${trackers} to ${options.host}:${options.port}${track === undefined ? '; Ctrl-C ends it' : ''}`)
  const report = new SimulationReport(vehicles.length, log, () => clock.now())
  if (track !== undefined) {
    await Promise.all(vehicles.map((vehicle) => driveTrack(readFileSync(track, 'utf8'), vehicle, { ...options, clock }, report)))
    return
  }
  await runFleet({
    ...options,
    tracker: { protocol: options.protocol, ...(imeis.length > 0 && { backoff: SOON }) },
    city: loadDemoCity(),
    vehicles: vehicles.map((vehicle) => ({ ...vehicle, ...drivesWhenNamed(vehicle, imeis) })),
    onAcknowledged: (imei, fixes) => report.acknowledged(imei, fixes),
    onInterrupted: (imei, during) => report.interrupted(imei, during),
  })
}

/**
 * Makes the trackers in `imeis` drive immediately and without peculiarities, because the user who named them wants to see
 * them drive.
 */
const drivesWhenNamed = ({ imei }: FleetVehicle, imeis: readonly string[]): Partial<RunningVehicle> =>
  imeis.includes(imei) ? { persona: 'steady', departure: Promise.resolve() } : {}

async function driveTrack(
  text: string,
  vehicle: FleetVehicle,
  options: SimulateOptions & { clock: Clock },
  report: SimulationReport,
): Promise<void> {
  const { clock, signal, speedKph, intervalS } = options
  const tracker = new SimulatedTracker({
    imei: vehicle.imei,
    host: options.host,
    port: options.port,
    protocol: options.protocol,
    onCommand: answerCommand,
    onAcknowledged: (fixes) => report.acknowledged(vehicle.imei, fixes),
    onInterrupted: (during) => report.interrupted(vehicle.imei, during),
  })
  const stop = () => tracker.stop()
  signal.addEventListener('abort', stop, { once: true })
  tracker.start()
  try {
    for (const fix of followTrack(readTrack(text), vehicle, { startAt: clock.now(), speedKph, intervalS })) {
      await clock.sleep(Math.max(0, fix.positionedAt - clock.now()), signal)
      tracker.report(fix)
    }
    await tracker.flush()
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    tracker.stop()
  }
}

import { readFileSync } from 'node:fs'
import type { VehicleType } from '@roadbook/contracts'
import { luhnDigit } from '@roadbook/geo'
import type { Protocol } from '@roadbook/protocols'
import { type Clock, SimulatedTracker, systemClock } from '@roadbook/testing'
import { loadDemoCity } from './demo-city.js'
import { answerCommand } from './fleet/answer-command.js'
import { type FleetVehicle, followTrack, readTrack, runFleet } from './fleet/index.js'

export interface SimulateOptions {
  host: string
  port: number
  /** Trackers to be; they must be registered. */
  imeis?: readonly string[]
  vehicleType?: VehicleType
  /** GPX or GeoJSON file to follow once. Without it the vehicles drive through the demo city until the signal. */
  track?: string
  /** How many vehicles of generated IMEIs, besides `imeis`. */
  fleet?: number
  /** Km/h on a track without times. */
  speedKph?: number
  /** What the trackers speak. Default Teltonika. */
  protocol?: Protocol
  intervalS?: number
  seed?: number
  signal: AbortSignal
  clock?: Clock
  log?: (text: string) => void
}

const FLEET_TYPES: readonly VehicleType[] = ['eBike', 'eCargoBike', 'automobile', 'eMoped', 'speedPedelec', 'moped']

/** IMEI of the nth generated vehicle, always the same; its check digit is right. The type allocation code is nobody's. */
export function fleetImei(nth: number): string {
  const digits = `00000001${String(nth).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}

/** Drives simulated trackers over TCP: along a track until everything is acknowledged, or through the city until the signal. */
export async function simulate(options: SimulateOptions): Promise<void> {
  const { fleet = 0, imeis = [], vehicleType, track, log = () => undefined } = options
  const named = imeis.map((imei) => ({ imei, vehicleType: vehicleType ?? ('automobile' as const) }))
  const generated = Array.from({ length: fleet }, (_, nth) => ({
    imei: fleetImei(nth),
    vehicleType: vehicleType ?? FLEET_TYPES[nth % FLEET_TYPES.length]!,
  }))
  const vehicles: FleetVehicle[] = [...named, ...generated]
  if (vehicles.length === 0) throw new Error('name an IMEI or the size of the fleet')
  log(`${vehicles.length} vehicles to ${options.host}:${options.port}`)
  if (track !== undefined) {
    await Promise.all(vehicles.map((vehicle) => driveTrack(readFileSync(track, 'utf8'), vehicle, options)))
    return
  }
  await runFleet({
    ...options,
    tracker: { protocol: options.protocol },
    city: loadDemoCity(),
    vehicles: vehicles.map((vehicle) => ({ ...vehicle, ...steadyWhenNamed(vehicle, imeis) })),
  })
}

/** Whoever names a tracker wants to see it drive; odd ones belong to fleets. */
const steadyWhenNamed = ({ imei }: FleetVehicle, imeis: readonly string[]) =>
  imeis.includes(imei) ? { persona: 'steady' as const } : {}

async function driveTrack(text: string, vehicle: FleetVehicle, options: SimulateOptions): Promise<void> {
  const { clock = systemClock, signal, speedKph, intervalS } = options
  const tracker = new SimulatedTracker({
    imei: vehicle.imei,
    host: options.host,
    port: options.port,
    protocol: options.protocol,
    onCommand: answerCommand,
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

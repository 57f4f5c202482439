import type { Fix } from '@roadbook/contracts'
import { type Clock, type Interruption, SimulatedTracker, type SimulatedTrackerOptions, systemClock } from '@roadbook/testing'
import { answerCommand } from './answer-command.js'
import type { City } from './city.js'
import { LiveVehicle } from './live-vehicle.js'
import { type Persona, personaOf } from './persona.js'
import type { FleetVehicle } from './vehicle-profile.js'

/** Its IMEI must be registered, or the gateway refuses it. */
export interface RunningVehicle extends FleetVehicle {
  /** Default: what the IMEI brings with it. */
  persona?: Persona
  /** Where its odometer goes on, metres. Default: what a vehicle of its age would show. */
  odometerM?: number
  /** Until then it stands and reports, and then it drives at once. Default: it drives and rests as it comes. */
  departure?: Promise<void>
}

export interface FleetOptions {
  city: City
  vehicles: readonly RunningVehicle[]
  host: string
  port: number
  /** Ends the run; what is then unacknowledged stays unsent. */
  signal: AbortSignal
  clock?: Clock
  seed?: number
  /** Seconds between records while driving. Default 10. */
  intervalS?: number
  /** Seconds between records at rest. Default 300. */
  heartbeatS?: number
  /** Loopback addresses to spread the connections over. */
  localAddresses?: readonly string[]
  /** Further settings of every tracker. */
  tracker?: Partial<Omit<SimulatedTrackerOptions, 'imei' | 'host' | 'port'>>
  onAcknowledged?: (imei: string, fixes: readonly Fix[]) => void
  onInterrupted?: (imei: string, during: Interruption) => void
}

/** Drives all vehicles at once over real connections until the signal ends it. Rejects when a vehicle fails for good. */
export async function runFleet(options: FleetOptions): Promise<void> {
  const { city, vehicles, host, port, signal, localAddresses = [], onAcknowledged, onInterrupted } = options
  const runs = vehicles.map(async (vehicle, at) => {
    const persona = vehicle.persona ?? personaOf(vehicle.imei)
    const tracker = new SimulatedTracker({
      localAddress: localAddresses[at % Math.max(1, localAddresses.length)],
      order: persona === 'lateBatch' ? 'newestFirst' : 'oldestFirst',
      onAcknowledged: onAcknowledged && ((fixes) => onAcknowledged(vehicle.imei, fixes)),
      onInterrupted: onInterrupted && ((during) => onInterrupted(vehicle.imei, during)),
      onCommand: answerCommand,
      ...options.tracker,
      imei: vehicle.imei,
      host,
      port,
    })
    const live = new LiveVehicle(city, vehicle, persona, tracker, {
      clock: options.clock ?? systemClock,
      signal,
      seed: options.seed ?? 1,
      intervalS: options.intervalS ?? 10,
      heartbeatS: options.heartbeatS ?? 300,
      departure: vehicle.departure,
    })
    try {
      await live.run()
    } catch (error) {
      // The end of the run reaches every vehicle as a rejected sleep.
      if (!signal.aborted) throw error
    } finally {
      tracker.stop()
    }
  })
  await Promise.all(runs)
}

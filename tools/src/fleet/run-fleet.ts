import type { Fix } from '@roadbook/contracts'
import { type Clock, type Interruption, SimulatedTracker, type SimulatedTrackerOptions, systemClock } from '@roadbook/testing'
import { answerCommand } from './answer-command.js'
import type { City } from './city.js'
import { LiveVehicle } from './live-vehicle.js'
import { type Persona, personaOf } from './persona.js'
import type { FleetVehicle } from './vehicle-profile.js'

/** Vehicle of a run. Its IMEI must be registered, because the gateway refuses unknown trackers. */
export interface RunningVehicle extends FleetVehicle {
  /** Peculiarity. Default: determined by the IMEI. */
  persona?: Persona
  /** Odometer at the start, metres. Default: the usual value for a vehicle of its age. */
  odometerM?: number
  /**
   * The vehicle stands and reports until this promise resolves, and then drives immediately. Default: it drives and rests
   * at random.
   */
  departure?: Promise<void>
}

export interface FleetOptions {
  city: City
  vehicles: readonly RunningVehicle[]
  host: string
  port: number
  /** Signal that ends the run. Records that are not acknowledged at that moment are not sent again. */
  signal: AbortSignal
  clock?: Clock
  seed?: number
  /** Seconds between records while driving. Default: 10. */
  intervalS?: number
  /** Seconds between records at rest. Default: 300. */
  heartbeatS?: number
  /** Loopback addresses over which the connections are spread. */
  localAddresses?: readonly string[]
  /** Further settings of every tracker. */
  tracker?: Partial<Omit<SimulatedTrackerOptions, 'imei' | 'host' | 'port'>>
  onAcknowledged?: (imei: string, fixes: readonly Fix[]) => void
  onInterrupted?: (imei: string, during: Interruption) => void
}

/**
 * Drives all vehicles at the same time over real connections until the signal. Rejects when a vehicle fails with an error
 * that a retry cannot solve.
 */
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
      // At the end of the run, every vehicle's sleep rejects. This is not an error.
      if (!signal.aborted) throw error
    } finally {
      tracker.stop()
    }
  })
  await Promise.all(runs)
}

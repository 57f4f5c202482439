import { VEHICLE_TYPES, type VehicleType } from '@roadbook/contracts'
import { isImei } from '@roadbook/geo'
import { Command, InvalidArgumentError, Option } from 'commander'
import { PROTOCOLS, findProtocol } from '@roadbook/protocols'
import { simulate } from './simulate.js'

const SHARED_PORT = Number(process.env.GATEWAY_PORT || 5000)
/** Protocols whose trackers can be simulated. */
const SPOKEN = PROTOCOLS.filter(({ tracker }) => tracker).map(({ name }) => name)

interface Flags {
  host: string
  port?: number
  protocol: string
  imei: string[]
  vehicleType?: VehicleType
  track?: string
  fleet?: number
  speed?: number
  interval: number
  seed: number
}

/** `roadbook simulate`: runs trackers over TCP until SIGINT or SIGTERM, or until a track is finished. */
export function simulateCommand(): Command {
  return new Command('simulate')
    .description('drive simulated trackers over TCP, as the real ones do')
    .option('--host <host>', 'of the gateway', '127.0.0.1')
    .option('--port <port>', 'of the gateway; default: the one that recognises every protocol', positive)
    .addOption(new Option('--protocol <name>', 'what the trackers speak').choices(SPOKEN).default('teltonika'))
    .option('--imei <imei>', 'a registered tracker; may be given several times', collectImei, [])
    .option('--fleet <count>', 'that many vehicles with generated IMEIs', positive)
    .addOption(new Option('--vehicle-type <type>', 'of all of them').choices(VEHICLE_TYPES))
    .option('--track <file>', 'follow this GPX or GeoJSON track once, instead of driving through the demo city')
    .option('--speed <km/h>', 'on a track without times', positive)
    .option('--interval <seconds>', 'between records while driving', positive, 10)
    .option('--seed <number>', 'another seed is another day', Number, 1)
    .action(async (flags: Flags) => {
      const { imei: imeis, speed: speedKph, interval: intervalS, protocol, port = SHARED_PORT, ...others } = flags
      const ending = new AbortController()
      const end = () => ending.abort()
      process.once('SIGINT', end).once('SIGTERM', end)
      await simulate({
        ...others,
        port,
        protocol: findProtocol(protocol),
        imeis,
        speedKph,
        intervalS,
        signal: ending.signal,
        log: (text) => console.log(text),
      })
      process.off('SIGINT', end).off('SIGTERM', end)
    })
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('must be a number above 0')
  return value
}

function collectImei(text: string, before: string[]): string[] {
  if (!isImei(text)) throw new InvalidArgumentError('an IMEI has 15 digits')
  return [...before, text]
}

import type { AttributeValue, Fix } from '@roadbook/contracts'
import { signed16 } from '@roadbook/bytes'
import { note } from '../common/note.js'
import { barsOfCsq } from '../common/signal.js'
import { within } from '../common/readings.js'

/**
 * Function that stores one element. An element is a value of a record besides its position, and has an id of the vendor.
 * Both kinds of records have the same elements.
 */
type Element = (fix: Fix, value: number) => void

const named =
  (name: string, factor = 1): Element =>
  (fix, value) =>
    note(fix, name, Math.round(value * factor * 1000) / 1000)
const alarm =
  (name: string): Element =>
  (fix, value) => {
    if (value > 0) note(fix, 'alarm', name)
  }
const ignition: Element = (fix, value) => (fix.ignition = value > 0)
const movement: Element = (fix, value) => (fix.movement = value > 0)
const temperature =
  (name: string): Element =>
  (fix, value) =>
    note(fix, name, signed16(value) / 10)

const ELEMENTS: ReadonlyMap<number, Element> = new Map([
  [2, named('digitalInput1')],
  [3, named('digitalInput2')],
  [4, named('digitalInput3')],
  [5, named('digitalInput4')],
  [13, movement],
  [20, named('analogInput3Mv')],
  [21, named('analogInput4Mv')],
  [22, named('analogInput1Mv')],
  [23, named('analogInput2Mv')],
  [27, (fix, value) => setSignal(fix, barsOfCsq(value))],
  [29, (fix, value) => (fix.externalBatteryMv = value)],
  [30, (fix, value) => (fix.batteryMv = value)],
  [32, (fix, value) => note(fix, 'deviceTemperatureC', (value << 24) >> 24)],
  [39, named('engineLoadPercent')],
  [65, (fix, value) => (fix.odometerM = value)],
  [74, temperature('temperature4C')],
  [78, temperature('temperature1C')],
  [79, temperature('temperature2C')],
  [80, temperature('temperature3C')],
  [88, alarm('jamming')],
  [94, named('obdEngineRpm', 1 / 4)],
  [95, named('obdSpeedKph')],
  [98, named('fuelPercent', 100 / 255)],
  [134, alarm('hardBraking')],
  [136, alarm('hardAcceleration')],
  [150, named('operator')],
  [163, named('canOdometerM', 5)],
  [165, named('canSpeedKph', 1 / 256)],
  [173, movement],
  [197, named('canEngineRpm', 1 / 8)],
  [207, named('fuelPercent', 0.4)],
  [208, named('fuelUsedL', 0.5)],
  [251, ignition],
  [409, ignition],
  [410, alarm('tow')],
  [411, alarm('accident')],
])

/** Maximum valid values of elements that come from the vehicle's bus. Larger values mean "not available" or an error. */
const LAST_BYTE = 0xfa
const LAST_WORD = 0xfaff
const LAST_DOUBLE = 0xfaff_ffff

/** Maximum valid raw values of elements that do not use the full range of their bytes. */
const HIGHEST: ReadonlyMap<number, number> = new Map([
  [13, 1],
  [29, 0xfffe],
  [30, 0xfffe],
  [39, 125],
  [65, 0xffff_fffe],
  [88, 0xfe],
  [163, LAST_DOUBLE],
  [165, LAST_WORD],
  [173, 1],
  [197, LAST_WORD],
  [207, LAST_BYTE],
  [208, LAST_DOUBLE],
  [251, 1],
  [409, 1],
  [410, 0xfe],
  [411, 0xfe],
])
const TEMPERATURES: ReadonlySet<number> = new Set([74, 78, 79, 80])
/** Measuring range of the sensors in tenths of a degree. */
const COLDEST = -550
const HOTTEST = 1250

const isReading = (id: number, value: number): boolean =>
  TEMPERATURES.has(id) ? within(signed16(value), COLDEST, HOTTEST) !== undefined : value <= (HIGHEST.get(id) ?? Infinity)

/** Id of the element with the driver's key, of eight bytes. Zeros mean that no key is present. */
const DRIVER_KEY = 34

/**
 * Stores an element. If the element is unknown or model-specific, or if its value is invalid, the value is stored as sent
 * under `io<id>`.
 */
export function readElement(fix: Fix, id: number, value: number | bigint): void {
  const element = typeof value === 'number' && isReading(id, value) ? ELEMENTS.get(id) : undefined
  if (id === DRIVER_KEY) note(fix, 'driverId', keyOf(value))
  else if (element) element(fix, value as number)
  else note(fix, `io${id}`, value satisfies AttributeValue)
}

const keyOf = (value: number | bigint): string => (Number(value) === 0 ? '' : value.toString(16).padStart(16, '0'))

function setSignal(fix: Fix, bars: number | undefined): void {
  if (bars !== undefined) fix.gsmSignal = bars
}

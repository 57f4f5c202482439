import type { Fix } from '@roadbook/contracts'
import type { IoWidth } from './layout.js'

/**
 * Conversion of an element's raw bits to its value. The results of `hex` and `reversedHex` are identifiers in lower-case
 * hexadecimal digits.
 */
export type IoReader = 'unsigned' | 'signed' | 'flag' | 'text' | 'hex' | 'reversedHex'

/** Fields of a fix that an element may fill. */
export type IoColumn =
  | 'hdop'
  | 'ignition'
  | 'movement'
  | 'odometerM'
  | 'externalBatteryMv'
  | 'batteryMv'
  | 'batteryPercent'
  | 'gsmSignal'

export interface IoElement {
  id: number
  /**
   * Length of the value in bytes, 0 for a variable length. The same id with another length is an element of another device
   * family.
   */
  width: IoWidth
  name: string
  /** Unit after scaling. */
  unit: string | undefined
  reader: IoReader
  /** Divisor of the raw number. */
  divisor: number | undefined
  column: (IoColumn & keyof Fix) | undefined
  /** Raw numbers that mean an error instead of a measurement. They are stored raw. */
  errors: readonly number[] | undefined
  /** Range of the signed raw number. Numbers outside it are stored raw. */
  lowest: number
  highest: number
  /** True if a raw number up to `highest` is stored without a conversion. */
  isPlain: boolean
}

type More = Partial<Pick<IoElement, 'divisor' | 'column' | 'errors' | 'lowest' | 'highest'>>
/**
 * Creates an element. All elements have all properties in the same order, because objects of different shapes would slow down
 * each access.
 */
const element = (
  id: number,
  width: IoWidth,
  name: string,
  reader: IoReader,
  unit?: string,
  { divisor, column, errors, lowest = -Infinity, highest = Infinity }: More = {},
): IoElement => ({
  id,
  width,
  name,
  unit,
  reader,
  divisor,
  column,
  errors,
  lowest,
  highest,
  isPlain: reader === 'unsigned' && divisor === undefined && errors === undefined && lowest === -Infinity,
})
const number = (id: number, width: IoWidth, name: string, unit?: string, more?: More) =>
  element(id, width, name, 'unsigned', unit, more)
const signed = (id: number, width: IoWidth, name: string, unit?: string, more?: More) =>
  element(id, width, name, 'signed', unit, more)
const percent = (id: number, name: string, column?: 'batteryPercent') =>
  number(id, 1, name, '%', { highest: 100, ...(column && { column }) })
const flag = (id: number, name: string, more?: More) => element(id, 1, name, 'flag', undefined, more)
const text = (id: number, name: string) => element(id, 0, name, 'text')
const hex = (id: number, width: IoWidth, name: string) => element(id, width, name, 'hex')
const each = (ids: readonly number[], make: (id: number, nth: number) => IoElement) => ids.map((id, at) => make(id, at + 1))
const range = (from: number, till: number) => Array.from({ length: till - from + 1 }, (_, at) => from + at)

/** Maximum valid value of 16 bits. If all bits are set, the device has never written the value. */
const BELOW_ONES_16 = 0xfffe
const BELOW_ONES_32 = 0xffff_fffe

const POWER: IoElement[] = [
  flag(239, 'ignition', { column: 'ignition' }),
  flag(240, 'movement', { column: 'movement' }),
  flag(303, 'instantMovement'),
  number(80, 1, 'dataMode'),
  number(66, 2, 'externalVoltage', 'mV', { column: 'externalBatteryMv', highest: BELOW_ONES_16 }),
  // Element 66 has 16 bits, so it can show at most 65 V. E-mobility models therefore send this element.
  number(800, 4, 'extendedExternalVoltage', 'mV', { column: 'externalBatteryMv', highest: BELOW_ONES_32 }),
  number(67, 2, 'batteryVoltage', 'mV', { column: 'batteryMv', highest: BELOW_ONES_16 }),
  number(68, 2, 'batteryCurrentMa', 'mA'),
  percent(113, 'batteryLevel', 'batteryPercent'),
  flag(116, 'chargerConnected'),
  number(200, 1, 'sleepMode'),
  number(637, 1, 'wakeReason'),
  number(449, 4, 'ignitionOnCounterS', 's'),
]

/** A speed above this, in km/h, is not plausible, neither in a record nor in its element 24. */
export const LARGEST_KPH = 350

const GNSS: IoElement[] = [
  number(69, 1, 'gnssStatus'),
  number(181, 2, 'pdop', undefined, { divisor: 10, highest: 500 }),
  number(182, 2, 'hdop', undefined, { divisor: 10, highest: 500, column: 'hdop' }),
  number(24, 2, 'gnssSpeedKph', 'km/h', { highest: LARGEST_KPH }),
  number(16, 4, 'odometer', 'm', { column: 'odometerM', highest: BELOW_ONES_32 }),
  number(199, 4, 'tripOdometerM', 'm'),
  number(386, 2, 'lastFixAgeS', 's'),
  text(387, 'iso6709Position'),
  ...each([17, 18, 19], (id, nth) => signed(id, 2, `accelerometer${'XYZ'[nth - 1]}Mg`, 'mG', { lowest: -8000, highest: 8000 })),
  number(383, 1, 'accelerometerCalibration'),
]

const NETWORK: IoElement[] = [
  number(21, 1, 'gsmSignal', 'bars', { highest: 5, column: 'gsmSignal' }),
  number(241, 4, 'operator'),
  number(237, 1, 'networkType'),
  number(205, 2, 'cellId'),
  number(206, 2, 'areaCode'),
  number(636, 4, 'lteCellId'),
  number(11, 8, 'iccidPart1'),
  number(14, 8, 'iccidPart2'),
  hex(238, 8, 'userMac'),
  element(78, 8, 'iButton', 'reversedHex'),
  text(256, 'vin'),
  text(264, 'barcode'),
  flag(391, 'privateMode'),
]

/**
 * Errors and range of a Dallas sensor. 850 means that it is not ready. Error values beyond the range are 2000 (read error),
 * 3000 (not connected), 4000 (id failed) and 5000 (not ready).
 */
const DALLAS = { divisor: 10, errors: [850], lowest: -550, highest: 1150 } as const
const BLUETOOTH_TEMPERATURE_ERRORS = [2000, 3000, 4000, 32_765, 32_766, 32_767]
const FUEL_SENSOR_ERRORS = [-1, -2, -3, -4]

const SENSORS: IoElement[] = [
  ...each([1, 2, 3], (id, nth) => flag(id, `digitalInput${nth}`)),
  flag(262, 'digitalInput4'),
  // With four bytes, id 4 is the pulse counter of one family. With one byte, id 4 is the fourth input of another family.
  number(4, 4, 'pulseCounter1'),
  number(5, 4, 'pulseCounter2'),
  ...each([179, 180, 380], (id, nth) => flag(id, `digitalOutput${nth}`)),
  number(9, 2, 'analogInput1Mv', 'mV'),
  number(6, 2, 'analogInput2Mv', 'mV'),
  flag(381, 'groundSense'),
  flag(10, 'sdCardPresent'),
  ...each([72, 73, 74, 75], (id, nth) => signed(id, 4, `temperature${nth}C`, '°C', DALLAS)),
  ...each([76, 77, 79, 71], (id, nth) => hex(id, 8, `temperatureSensor${nth}`)),
  ...each([25, 26, 27, 28], (id, nth) =>
    signed(id, 2, `bluetoothTemperature${nth}C`, '°C', { divisor: 100, errors: BLUETOOTH_TEMPERATURE_ERRORS }),
  ),
  ...each([86, 104, 106, 108], (id, nth) => number(id, 2, `bluetoothHumidity${nth}Percent`, '%', { divisor: 10, highest: 1000 })),
  ...each([29, 20, 22, 23], (id, nth) => percent(id, `bluetoothBattery${nth}Percent`)),
  ...each([201, 203, 210], (id, nth) => signed(id, 2, `fuelLevel${nth}`, undefined, { errors: FUEL_SENSOR_ERRORS })),
  number(12, 4, 'fuelUsedL', 'l', { divisor: 1000 }),
  number(13, 2, 'fuelRateLPer100Km', 'l/100 km', { divisor: 100 }),
  number(15, 2, 'ecoScore', undefined, { divisor: 100 }),
  number(81, 1, 'canSpeedKph', 'km/h'),
  number(84, 2, 'canFuelLevelL', 'l', { divisor: 10 }),
  number(85, 2, 'canEngineRpm', 'rpm'),
  number(87, 4, 'canMileageM', 'm'),
  percent(89, 'canFuelLevelPercent'),
  number(30, 1, 'obdFaultCount'),
  percent(31, 'obdEngineLoadPercent'),
  signed(32, 1, 'obdCoolantC', '°C'),
  number(36, 2, 'obdEngineRpm', 'rpm'),
  number(37, 1, 'obdSpeedKph', 'km/h'),
  number(42, 2, 'obdEngineRunS', 's'),
  percent(48, 'obdFuelLevelPercent'),
  number(107, 4, 'canFuelUsedL', 'l', { divisor: 10 }),
  number(110, 2, 'canFuelRateLPerHour', 'l/h', { divisor: 10 }),
  text(281, 'faultCodes'),
  number(389, 4, 'oemMileageKm', 'km'),
]

/** Ids of geofence zones 1 to 50. They are not consecutive. */
const GEOFENCE_IDS = [
  ...range(155, 159),
  ...range(61, 65),
  ...[70, 88],
  ...range(91, 99),
  ...[153, 154],
  ...range(190, 198),
  ...[208, 209],
  ...range(216, 231),
]

const EVENTS: IoElement[] = [
  flag(236, 'alarmButton'),
  flag(246, 'towing'),
  number(247, 1, 'crash'),
  hex(257, 0, 'crashTrace'),
  number(317, 1, 'crashCounter'),
  flag(249, 'gsmJamming'),
  number(318, 1, 'gnssJamming'),
  number(250, 1, 'trip'),
  flag(251, 'idling'),
  flag(252, 'unplugged'),
  number(253, 1, 'greenDrivingType'),
  number(254, 1, 'greenDrivingValue', undefined, { divisor: 100 }),
  number(243, 2, 'greenDrivingDurationMs', 'ms'),
  number(255, 1, 'overspeedKph', 'km/h'),
  flag(175, 'autoGeofence'),
  ...each(GEOFENCE_IDS, (id, nth) => number(id, 1, `geofenceZone${nth}`)),
  number(248, 1, 'immobiliser'),
  number(242, 1, 'dataLimitHit'),
  flag(520, 'tamper'),
]

const BLUETOOTH: IoElement[] = [
  number(263, 1, 'bluetoothStatus'),
  hex(385, 0, 'beacons'),
  hex(548, 0, 'advancedBeacons'),
  ...each(range(10_800, 10_803), (id, nth) => signed(id, 2, `eyeTemperature${nth}C`, '°C', { divisor: 100 })),
  ...each(range(10_804, 10_807), (id, nth) => percent(id, `eyeHumidity${nth}Percent`)),
  ...each(range(10_808, 10_811), (id, nth) => flag(id, `eyeMagnet${nth}`)),
  ...each(range(10_820, 10_823), (id, nth) => flag(id, `eyeLowBattery${nth}`)),
  ...each(range(10_816, 10_819), (id, nth) => signed(id, 1, `eyePitch${nth}Degrees`, '°')),
  ...each(range(10_832, 10_835), (id, nth) => signed(id, 2, `eyeRoll${nth}Degrees`, '°')),
  number(871, 1, 'bleLockStatus'),
  percent(872, 'bleLockBatteryPercent'),
  flag(873, 'bleLockDiscovered'),
]

const MOBILITY: IoElement[] = [
  ...each([839, 840], (id, nth) => number(id, 4, `extendedAnalogInput${nth}Mv`, 'mV')),
  ...each([841, 842], (id, nth) => flag(id, `digitalOutput${nth}OverCurrent`)),
  number(854, 4, 'userId'),
  hex(389, 0, 'buttonClick'),
  flag(390, 'poweredOff'),
  ...each([622, 623], (id, nth) => number(id, 2, `frequency${nth}Hz`, 'Hz', { divisor: 10 })),
]

/** Known IO ids of the car and e-mobility families. Source: the vendor's wiki, "Data sending parameters id". */
export const IO_ELEMENTS: readonly IoElement[] = [...POWER, ...GNSS, ...NETWORK, ...SENSORS, ...EVENTS, ...BLUETOOTH, ...MOBILITY]

const byName = new Map(IO_ELEMENTS.map((one) => [one.name, one]))
/** Elements by width and then by id, so that a look-up is fast. Decoding looks up every element of every record. */
const byWidth = Array.from({ length: 9 }, (_, width) => {
  const known = IO_ELEMENTS.filter((one) => one.width === width)
  const byId = new Array<IoElement | undefined>(1 + Math.max(0, ...known.map(({ id }) => id))).fill(undefined)
  for (const one of known) byId[one.id] = one
  return byId
})

/** Returns the element with this id and width. Undefined if it is not known. */
export const findIoElement = (id: number, width: IoWidth): IoElement | undefined => byWidth[width]![id]
/** Returns the element whose values are stored in the attribute with this name. */
export const findIoElementByName = (name: string): IoElement | undefined => byName.get(name)

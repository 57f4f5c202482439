import type { Fix } from '@roadbook/contracts'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { note } from './report.js'

/** Format of a value from the vehicle's bus. */
type Reading = 'text' | 'number' | 'prefixed'

/** A name with its unit, and its format. */
type Field = readonly [name: string, reading: Reading]

/**
 * Fields of bits 0–28 of the CAN report mask. If a bit is set, its field is present. The meaning of bits 23–28 depends on
 * the model.
 */
const FIELDS: readonly Field[] = [
  ['vin', 'text'],
  ['ignitionKey', 'number'],
  ['canOdometer', 'prefixed'],
  ['fuelUsedL', 'number'],
  ['engineRpm', 'number'],
  ['canSpeedKph', 'number'],
  ['coolantTemperatureC', 'number'],
  ['fuelConsumption', 'text'],
  ['fuelLevel', 'prefixed'],
  ['canRange', 'prefixed'],
  ['acceleratorPercent', 'number'],
  ['engineHours', 'number'],
  ['drivingHours', 'number'],
  ['idleHours', 'number'],
  ['idleFuelL', 'number'],
  ['axleWeightKg', 'number'],
  ['tachograph', 'text'],
  ['indicators', 'text'],
  ['lights', 'text'],
  ['doors', 'text'],
  ['overspeedHours', 'number'],
  ['engineOverspeedHours', 'number'],
  ['impulseDistance', 'number'],
  ['can23', 'text'],
  ['can24', 'text'],
  ['can25', 'text'],
  ['can26', 'text'],
  ['can27', 'text'],
  ['can28', 'text'],
]

/** Fields of bits 0–30 of the expansion mask, which is present if bit 29 of the CAN report mask is set. */
const EXPANSION_FIELDS: readonly Field[] = [
  ['adBlueLevel', 'prefixed'],
  ['axleWeight1Kg', 'number'],
  ['axleWeight3Kg', 'number'],
  ['axleWeight4Kg', 'number'],
  ['tachographOverspeed', 'number'],
  ['tachographMotion', 'number'],
  ['tachographDirection', 'number'],
  ['canAnalogMv', 'number'],
  ['engineBrakingFactor', 'number'],
  ['pedalBrakingFactor', 'number'],
  ['acceleratorKickDowns', 'number'],
  ['effectiveEngineHours', 'number'],
  ['cruiseControlHours', 'number'],
  ['kickDownHours', 'number'],
  ['brakeApplications', 'number'],
  ['driver1Card', 'text'],
  ['driver2Card', 'text'],
  ['driver1Name', 'text'],
  ['driver2Name', 'text'],
  ['registration', 'text'],
  ['canExpansion', 'text'],
  ['rapidBrakings', 'number'],
  ['rapidAccelerations', 'number'],
  ['engineTorquePercent', 'number'],
  ['serviceDistance', 'number'],
  ['ambientTemperatureC', 'number'],
  ['driver1WorkingState', 'text'],
  ['driver2WorkingState', 'text'],
  ['canFaultCodes', 'text'],
  ['gasLevel', 'prefixed'],
  ['tachographExpansion', 'text'],
]

/** Fields of bits 0–2 of the second expansion mask, which is present if bit 31 of the expansion mask is set. */
const SECOND_EXPANSION_FIELDS: readonly Field[] = [
  ['retarderPercent', 'number'],
  ['powerMode', 'text'],
  ['tachographTime', 'text'],
]

const HAS_EXPANSION = 29
const HAS_SECOND_EXPANSION = 31

/** Value of the key position for a running engine. The other values are 0 for off and 1 for ignition. */
const ENGINE_ON = 2

/** Reads CAN data, starting with its mask, and returns the index after the data. */
export function readCanFields(fix: Fix, fields: readonly string[], at: number, end: number): number {
  const mask = hexOf(fields[at])
  if (mask === undefined) return at
  let next = readMasked(fix, FIELDS, mask, fields, at + 1, end)
  if (isSet(mask, HAS_EXPANSION) && next < end) {
    const expansion = hexOf(fields[next])
    if (expansion !== undefined) next = readExpansion(fix, expansion, fields, next + 1, end)
  }
  const key = fix.attributes?.['ignitionKey']
  if (typeof key === 'number' && key >= 0 && key <= ENGINE_ON) fix.ignition = key > 0
  return next
}

function readExpansion(fix: Fix, mask: number, fields: readonly string[], from: number, end: number): number {
  const next = readMasked(fix, EXPANSION_FIELDS, mask, fields, from, end)
  const second = isSet(mask, HAS_SECOND_EXPANSION) && next < end ? hexOf(fields[next]) : undefined
  return second === undefined ? next : readMasked(fix, SECOND_EXPANSION_FIELDS, second, fields, next + 1, end)
}

function readMasked(
  fix: Fix,
  table: readonly Field[],
  mask: number,
  fields: readonly string[],
  from: number,
  end: number,
): number {
  let at = from
  for (let bit = 0; bit < table.length && at < end; bit++) {
    if (!isSet(mask, bit)) continue
    const [name, reading] = table[bit]!
    readValue(fix, name, reading, fields[at]!)
    at++
  }
  return at
}

export const isSet = (mask: number, bit: number): boolean => ((mask >>> bit) & 1) === 1

function readValue(fix: Fix, name: string, reading: Reading, text: string): void {
  if (reading === 'text') note(fix, name, text)
  else if (reading === 'number') note(fix, name, decimalOf(text) ?? text)
  else readPrefixed(fix, name, text)
}

/**
 * Reads a number with a letter: `H` hectometres, `P` per cent, `L` litres. A number with another letter is kept unchanged,
 * for example `I` (impulses).
 */
function readPrefixed(fix: Fix, name: string, text: string): void {
  const value = decimalOf(text.slice(1))
  if (value === undefined) note(fix, name, decimalOf(text) ?? text)
  else if (text[0] === 'H') note(fix, `${name}M`, value * 100)
  else if (text[0] === 'P' && value >= 0 && value <= 100) note(fix, `${name}Percent`, value)
  else if (text[0] === 'L') note(fix, `${name}L`, value)
  else note(fix, name, text)
}

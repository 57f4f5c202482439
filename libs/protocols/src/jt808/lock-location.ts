import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading32, reading8, signedReading } from '../common/readings.js'
import { utcOf } from '../common/utc.js'
import { walkItems } from './location.js'

const SMALLEST = 35
const VALID = 1
const NORTH = 2
const EAST = 4
const CHARGING = [0xaa, 0xab]
/** Alarm bits of product 3. Products 1 and 2 have only the bit for a low supply. */
const ALARMS = ['overspeed', 'lowPower', 'vibration', 'lowBattery', undefined, 'geofenceEnter', 'geofenceExit'] as const

/**
 * Reads 0x5501 and 0x5502 of electronic locks. A 0x5502 was stored in the lock before it was sent. Fields with their length
 * in bytes: DDMMYYhhmmss 6 (UTC) · latitude 4 (DDMM.MMMM) · longitude 4½ (DDDMM.MMMM) · flags ½ · speed 1 · course 1 (2°) ·
 * signal 1 · satellites 1 · odometer 4 (km) · battery 1 (%) · cell 4 · LAC 2 · product 1 · status 2 · alarm 2 · items. The
 * fields up to the flags are in BCD, those after them are binary.
 */
export function readLockLocation(body: Buffer, now: number): Fix | string {
  if (body.length < SMALLEST) return `a location of ${body.length} bytes`
  const digits = body.toString('hex', 0, 15)
  if (!/^\d{29}/.test(digits)) return 'a location with something else than digits'
  const [day, month, year, hour, minute, second] = [0, 2, 4, 6, 8, 10].map((at) => Number(digits.slice(at, at + 2)))
  const flags = parseInt(digits[29]!, 16)
  const latitude = Number(digits.slice(12, 14)) + Number(digits.slice(14, 20)) / 600_000
  const longitude = Number(digits.slice(20, 23)) + Number(digits.slice(23, 29)) / 600_000
  const fix = judgeFix(
    {
      deviceTime: utcOf(year!, month!, day!, hour!, minute!, second!),
      hasFix: (flags & VALID) !== 0,
      latitude: flags & NORTH ? latitude : -latitude,
      longitude: flags & EAST ? longitude : -longitude,
    },
    now,
  )
  return readTail(fix, body)
}

function readTail(fix: Fix, body: Buffer): Fix {
  fill(fix, 'speedKph', reading8(body[15]!))
  const heading = headingOf(body[16]! * 2)
  if (heading !== undefined) fix.heading = heading
  fill(fix, 'satellites', reading8(body[18]!))
  fill(fix, 'odometerM', reading32(body.readUInt32BE(19)) * 1000)
  const battery = body[23]!
  if (battery <= 100) fix.batteryPercent = battery
  const attributes: NonNullable<Fix['attributes']> = {
    ...fix.attributes,
    gsmSignalCode: body[17]!,
    cellId: body.readUInt32BE(24),
  }
  if (CHARGING.includes(battery)) attributes.charging = true
  attributes.lac = body.readUInt16BE(28)
  attributes.product = body[30]!
  attributes.statusWord = body.readUInt16BE(31)
  fix.attributes = attributes
  setAlarm(fix, body[30]!, body.readUInt16BE(33))
  walkItems(body.subarray(35), (id, value) => {
    if (id === 0x02 && value.length === 2) fill(fix, 'altitudeM', signedReading(value.readInt16BE(0)))
    else attributes[`item${id.toString(16).padStart(2, '0').toUpperCase()}`] = value.toString('hex')
  })
  return fix
}

function setAlarm(fix: Fix, product: number, word: number): void {
  const names = product === 3 ? ALARMS.filter((_, bit) => word & (1 << bit)) : word & 1 ? ['lowPower'] : []
  const alarm = names.filter((name) => name !== undefined).join(',')
  if (alarm !== '') fix.attributes!.alarm = alarm
}

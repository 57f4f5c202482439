import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { nmeaDegrees } from '../common/nmea.js'
import { decimalOf } from '../common/plain-number.js'
import { utcOf } from '../common/utc.js'
import { isNoKey, isSatellites, receiverHdopOf, receiverSpeedOf } from '../common/readings.js'
import { keep, readParameters } from './parameters.js'

const SHORT_FIELDS = 10
/** If a record has fewer satellites than this, its coordinates are ignored. */
const FEWEST_SATELLITES = 3

/** Reads one record, short (10 fields) or full (16 fields). A field that is `NA` or empty is unknown. */
export function readRecord(text: string, now: number): Fix | string {
  const fields = text.split(';')
  if (fields.length < SHORT_FIELDS) return `${fields.length} fields`
  const satellites = decimalOf(fields[9])
  const latitude = degreesOf(fields[2]!, fields[3]!)
  const longitude = degreesOf(fields[4]!, fields[5]!)
  const fix = judgeFix(
    {
      deviceTime: timeOf(fields[0]!, fields[1]!, now),
      hasFix: satellites === undefined || satellites >= FEWEST_SATELLITES,
      latitude: longitude === undefined ? undefined : latitude,
      longitude: latitude === undefined ? undefined : longitude,
    },
    now,
  )
  if (fix.latitude === undefined) keepUnread(fix, fields.slice(2, 6))
  const speed = receiverSpeedOf(decimalOf(fields[6]))
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(decimalOf(fields[7]) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  const altitude = decimalOf(fields[8])
  if (altitude !== undefined) fix.altitudeM = altitude
  if (isSatellites(satellites)) fix.satellites = satellites
  if (fields.length > SHORT_FIELDS) readFull(fix, fields)
  return fix
}

function keepUnread(fix: Fix, place: readonly string[]): void {
  if (place.some((text) => text !== NOTHING && text !== '')) keepUnreadPlace(fix, ...place)
}

/** Reads the additional fields of a full record: HDOP, inputs, outputs, analogue inputs, key, parameters. */
function readFull(fix: Fix, fields: readonly string[]): void {
  const hdop = receiverHdopOf(decimalOf(fields[10]))
  if (hdop !== undefined) fix.hdop = hdop
  const inputs = decimalOf(fields[11])
  if (inputs !== undefined) keep(fix, 'digitalInputs', inputs)
  const outputs = decimalOf(fields[12])
  if (outputs !== undefined) keep(fix, 'digitalOutputs', outputs)
  const analog = fields[13]
  if (analog && analog !== NOTHING) readAnalog(fix, analog)
  const key = fields[14]
  if (key && key !== NOTHING && !isNoKey(key)) keep(fix, 'driverId', key)
  const parameters = fields[15]
  if (parameters && parameters !== NOTHING) readParameters(fix, parameters)
}

const NOTHING = 'NA'

function readAnalog(fix: Fix, text: string): void {
  text.split(',').forEach((value, at) => {
    const number = decimalOf(value)
    if (number !== undefined) keep(fix, `analog${at + 1}`, number)
  })
}

/** Reads `DDMMYY`, `HHMMSS[.nnn]` in UTC. Returns `now` if the device does not know the time. */
function timeOf(date: string, time: string, now: number): number | undefined {
  if (date === NOTHING || time === NOTHING || date === '' || time === '') return now
  if (date.length !== 6 || time.length < 6 || decimalOf(date) === undefined || decimalOf(time) === undefined) return undefined
  const part = (text: string, at: number) => Number(text.slice(at, at + 2))
  const whole = utcOf(part(date, 4), part(date, 2), part(date, 0), part(time, 0), part(time, 2), part(time, 4))
  return whole === undefined ? undefined : whole + (time.length > 7 ? Math.floor(Number(`0${time.slice(6)}`) * 1000) : 0)
}

/** Reads degrees. If the hemisphere letter is missing, the sign shows the hemisphere. */
const degreesOf = (text: string, hemisphere: string): number | undefined =>
  nmeaDegrees(text, hemisphere === NOTHING ? '' : hemisphere)

import type { AttributeValue, Fix, SpeedUnit } from '@roadbook/contracts'
import { note } from '../common/note.js'
import { fill, receiverHdopOf } from '../common/readings.js'
import { type Client, clientOf, splitPlace } from './client.js'
import { type Trouble, isTrouble } from './layout.js'
import { type Location, type Place, bad, fixOf, setMotion, troubleWithId } from './location.js'
import type { Parameter } from './parameters.js'
import { readTimestamp } from '../common/http/timestamp.js'

const PLACE: ReadonlySet<string> = new Set(['id', 'deviceid', 'timestamp', 'lat', 'lon', 'location', 'valid', 'speed_unit'])

/** Reads the parameters of the document's query form. Unknown parameters become attributes. Undefined if there is no id. */
export function readQuery(parameters: readonly Parameter[], now: number, speedUnit?: SpeedUnit): Location | Trouble | undefined {
  const id = parameters.find(([name]) => name === 'id' || name === 'deviceid')?.[1]
  if (id === undefined || id === '') return undefined
  const refused = troubleWithId(id)
  if (refused) return refused
  const client = clientOf(parameters, speedUnit)
  if (isTrouble(client)) return client
  const place = readPlace(parameters, client)
  if (isTrouble(place)) return place
  const fix = fixOf(place, now)
  if (isTrouble(fix)) return fix
  for (const [name, value] of parameters) if (name !== '' && !PLACE.has(name)) readParameter(fix, name, value, client)
  return { id, fixes: [fix] }
}

function readPlace(parameters: readonly Parameter[], { numberOf }: Client): Place | Trouble {
  const place: Place = { time: undefined, latitude: undefined, longitude: undefined, isValid: true }
  for (const [name, value] of parameters) {
    if (name === 'timestamp' && value !== '') {
      place.time = readTimestamp(value)
      if (place.time === undefined) return bad('a timestamp must be seconds or milliseconds since 1970, or ISO 8601')
    } else if (name === 'lat' || name === 'lon') {
      const degrees = numberOf(value)
      if (degrees === undefined) return bad(`${name} must be decimal degrees`)
      if (name === 'lat') place.latitude = degrees
      else place.longitude = degrees
    } else if (name === 'location') {
      const [latitude, longitude] = splitPlace(value)
      place.latitude = numberOf(latitude)
      place.longitude = numberOf(longitude)
      if (place.latitude === undefined || place.longitude === undefined) return bad('a location must be latitude,longitude')
    } else if (name === 'valid') place.isValid &&= value === 'true' || value === '1'
    else if (name === 'mock') place.isValid &&= value !== 'true' && value !== '1'
  }
  return place
}

function readParameter(fix: Fix, name: string, value: string, client: Client): void {
  const number = client.numberOf(value)
  switch (name) {
    case 'speed':
      return setMotion(fix, number === undefined ? undefined : client.toKph(number), undefined, undefined)
    case 'bearing':
    case 'heading':
      return setMotion(fix, undefined, number, undefined)
    case 'altitude':
      return setMotion(fix, undefined, undefined, number)
    case 'accuracy':
      return noteAccuracy(fix, number)
    case 'hdop':
      if (client.isHdopInMetres) noteAccuracy(fix, number)
      else fill(fix, 'hdop', receiverHdopOf(number))
      return
    case 'batt':
      if (number !== undefined && number >= 0 && number <= 100) fix.batteryPercent = number
      return
    case 'charge':
      return note(fix, 'charging', value === 'true')
    case 'ignition':
      if (value === 'true' || value === '1') fix.ignition = true
      else if (value === 'false' || value === '0') fix.ignition = false
      return
    case 'cell':
      return append(fix, 'cells', value.replaceAll(',', '-'))
    case 'wifi':
      return append(fix, 'wifi', value)
    default:
      return note(fix, name, number ?? plainOf(value))
  }
}

/** Stores the accuracy. Phones send a negative value if the accuracy is unknown. */
function noteAccuracy(fix: Fix, metres: number | undefined): void {
  if (metres !== undefined && metres >= 0) note(fix, 'accuracyM', metres)
}

/** Adds a parameter that may occur several times. */
function append(fix: Fix, name: string, value: string): void {
  const before = fix.attributes?.[name]
  note(fix, name, typeof before === 'string' ? `${before};${value}` : value)
}

const plainOf = (value: string): AttributeValue => (value === 'true' ? true : value === 'false' ? false : value)

import { type Fields, fieldsOf, parseJson } from '../common/http/json-fields.js'

/**
 * Names of parameters in small letters, and the fields that they fill. The operator writes the address in Traccar's
 * configuration. Traccar's own names are accepted, and also those of its `osmand` example.
 */
const NAMES: Readonly<Record<string, string>> = {
  timestamp: 'fixTime',
  time: 'fixTime',
  fixtime: 'fixTime',
  devicetime: 'deviceTime',
  lat: 'latitude',
  latitude: 'latitude',
  lon: 'longitude',
  longitude: 'longitude',
  altitude: 'altitude',
  speed: 'speed',
  bearing: 'course',
  course: 'course',
  accuracy: 'accuracy',
}
const IDS: ReadonlySet<string> = new Set(['id', 'deviceid', 'uniqueid', 'imei'])

/**
 * Converts the query of `forward.type` `url` to the fields of the JSON form. Traccar writes times in milliseconds, speed in knots
 * and attributes as JSON (`PositionForwarderUrl.formatRequest`). Parameters with other names are left out.
 */
export function readQuery(query: string): Fields {
  const device: Record<string, unknown> = {}
  const position: Record<string, unknown> = {}
  for (const [written, value] of new URLSearchParams(query)) {
    const name = written.toLowerCase()
    // Traccar leaves a placeholder without a value in the address, for example {address}.
    if (value === '' || (name !== 'attributes' && value.startsWith('{'))) continue
    if (IDS.has(name)) device.uniqueId = value
    else if (name === 'protocol') position.protocol = value
    else if (name === 'valid') position.valid = value !== 'false' && value !== '0'
    else if (name === 'attributes') position.attributes = fieldsOf(parseJson(Buffer.from(value)))
    else if (Object.hasOwn(NAMES, name)) position[NAMES[name]!] = isTime(NAMES[name]!) ? value : (numberIn(value) ?? value)
  }
  return { device, position }
}

/** Reads a number as Java's `String.valueOf(double)` writes it. */
function numberIn(text: string): number | undefined {
  const value = /^-?\d{1,20}(\.\d{1,30})?(E-?\d{1,3})?$/.test(text) ? Number(text) : NaN
  return Number.isFinite(value) ? value : undefined
}

const isTime = (field: string): boolean => field === 'fixTime' || field === 'deviceTime'

import type { AttributeValue, Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { isLatitude, isLongitude, isPosition } from '@roadbook/geo'
import { positionText } from '../common/judge-fix.js'
import { type IoColumn, LARGEST_KPH, findIoElement } from './io-elements.js'
import { readIoValue } from './io-value.js'
import type { IoWidth } from './layout.js'
import type { RawIo, RecordHead, RecordSink } from './read-records.js'

const DEGREES = 1e7
/**
 * Earliest accepted time. Devices may record before they know the time. No device with this protocol is older than 2010, so
 * an earlier time is wrong.
 */
const EARLIEST_TIME = Date.UTC(2010, 0, 1)
const LARGEST_LEAD_MS = 24 * 3_600_000

/** Converts the records of one packet to fixes. It sets units, validity and names, and makes the times distinct. */
export class FixCollector implements RecordSink {
  readonly fixes: Fix[] = []
  #fix!: Fix
  #attributes: Record<string, AttributeValue> = {}
  /** Offsets of the start and end of each fix's record. */
  readonly #bounds: number[] = []
  #latest = -Infinity

  constructor(
    private readonly bytes: Buffer,
    /** Time of a fix if the device did not know the time, in milliseconds since 1970 UTC. */
    private readonly now: number,
  ) {}

  begin(head: RecordHead): void {
    this.#fix = judge(head, this.now)
    this.#attributes = {}
    if (this.#fix.latitude === undefined)
      this.#attributes.devicePosition = positionText(degreesOf(head.latitude), degreesOf(head.longitude))
    if (this.#fix.validity === FixValidity.unknownTime) this.#attributes.deviceTime = head.timestamp
    if (head.priority !== 0) this.#attributes.priority = head.priority
    if (head.generationType !== undefined) this.#attributes.generationType = head.generationType
  }

  /**
   * Stores an element. A known element is stored in its column or in an attribute with its name. Any other element is
   * stored raw under its id.
   */
  io(id: number, width: IoWidth, raw: RawIo): void {
    const element = findIoElement(id, width)
    const value =
      element && (element.isPlain && (typeof raw !== 'number' || raw <= element.highest) ? raw : readIoValue(element, raw))
    if (element === undefined || value === undefined) {
      this.#attributes[`io${id}`] = raw
      return
    }
    if (element.column === undefined) this.#attributes[element.name] = value
    else fill(this.#fix, element.column, value)
  }

  /**
   * Completes a fix. Two different records of one packet may have the same millisecond (a periodic record and an event). In
   * storage a fix is identified by device and time, so the later record of the packet is moved by 1 ms. A record that is
   * repeated byte for byte is the same fix and keeps its time.
   */
  end(start: number, end: number): void {
    const fix = this.#fix
    fix.attributes = this.#attributes
    // Fast path: records nearly always come in the order of their times.
    const isNew = fix.positionedAt > this.#latest
    for (let at = 0; !isNew && at < this.fixes.length; at++) {
      if (this.fixes[at]!.positionedAt !== fix.positionedAt) continue
      if (this.bytes.compare(this.bytes, start, end, this.#bounds[2 * at], this.#bounds[2 * at + 1]) === 0) break
      fix.positionedAt++
      at = -1
    }
    if (fix.positionedAt > this.#latest) this.#latest = fix.positionedAt
    this.fixes.push(fix)
    this.#bounds.push(start, end)
  }
}

/**
 * Assigns a value to a column. Each column has its own assignment, because an assignment to a computed property name takes
 * ten times as long. Most of the decoding time is spent in this function.
 */
function fill(fix: Fix, column: IoColumn, value: AttributeValue): void {
  switch (column) {
    case 'ignition':
      fix.ignition = value as boolean
      break
    case 'movement':
      fix.movement = value as boolean
      break
    case 'hdop':
      // The device sends 0 if it has no fix.
      if (value !== 0) fix.hdop = value as number
      break
    case 'externalBatteryMv':
      // The voltage is sent in two elements of different widths. The element that the model does not use is 0.
      fix.externalBatteryMv = Math.max(fix.externalBatteryMv ?? 0, value as number)
      break
    case 'odometerM':
      fix.odometerM = value as number
      break
    case 'batteryMv':
      fix.batteryMv = value as number
      break
    case 'batteryPercent':
      fix.batteryPercent = value as number
      break
    case 'gsmSignal':
      fix.gsmSignal = value as number
      break
  }
}

function judge(head: RecordHead, now: number): Fix {
  const isTimeKnown = head.timestamp >= EARLIEST_TIME && head.timestamp <= now + LARGEST_LEAD_MS
  const latitude = degreesOf(head.latitude)
  const longitude = degreesOf(head.longitude)
  const isOnEarth = isLatitude(latitude) && isLongitude(longitude)
  // Creates the object with all its fields immediately. An object that grows field by field would be copied several times.
  return {
    positionedAt: isTimeKnown ? head.timestamp : now,
    validity: isTimeKnown ? judgePosition(head.satellites, latitude, longitude) : FixValidity.unknownTime,
    latitude: isOnEarth ? latitude : undefined,
    longitude: isOnEarth ? longitude : undefined,
    altitudeM: Math.abs(head.altitudeM) >= 0x7fff ? undefined : head.altitudeM,
    speedKph: head.speedKph <= LARGEST_KPH ? head.speedKph : undefined,
    heading: head.angle < 360 ? head.angle : head.angle === 360 ? 0 : undefined,
    satellites: head.satellites === 0xff ? undefined : head.satellites,
    hdop: undefined,
    ignition: undefined,
    movement: undefined,
    odometerM: undefined,
    externalBatteryMv: undefined,
    batteryMv: undefined,
    batteryPercent: undefined,
    gsmSignal: undefined,
    event: head.eventIoId === 0 ? undefined : head.eventIoId,
    attributes: undefined,
  }
}

const degreesOf = (units: number): number => units / DEGREES

function judgePosition(satellites: number, latitude: number, longitude: number): FixValidity {
  if (satellites === 0) return FixValidity.noFix
  return isPosition(latitude, longitude) ? FixValidity.valid : FixValidity.invalidCoordinates
}

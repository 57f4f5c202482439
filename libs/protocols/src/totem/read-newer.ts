import type { Fix } from '@roadbook/contracts'
import { noteCells } from '../common/cell-towers.js'
import { utcOfYearFirst } from '../common/compact-time.js'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { nmeaDegrees } from '../common/nmea.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { barsOfCsq } from '../common/signal.js'
import { fill, isNoKey, receiverHdopOf, within } from '../common/readings.js'

/** Bits of the status, which the document counts from the left. */
const Status = { sos: 0x8000_0000, ignition: 0x4000_0000 } as const
const [FIXED, FIXED_OF_OLD] = [0x1000, 0x4000]

const ALARMS: ReadonlyMap<string, string> = new Map([
  ['01', 'sos'],
  ['02', 'overspeed'],
  ['04', 'geofenceExit'],
  ['05', 'geofenceEnter'],
  ['06', 'tow'],
  ['07', 'gpsAntennaCut'],
  ['10', 'powerCut'],
  ['11', 'powerRestored'],
  ['12', 'lowPower'],
  ['13', 'lowBattery'],
  ['40', 'vibration'],
  ['41', 'idle'],
  ['42', 'acceleration'],
  ['43', 'braking'],
])

const HEAD = /(?<status>[\dA-Fa-f]{8})(?<date>\d{6})(?<time>\d{6})/
const VOLTS = /(?<battery>\d\d)(?<power>\d\d)/
const CELL = /(?<lac>[\dA-Fa-f]{4})(?<cell>[\dA-Fa-f]{4})/
const MOTION = /(?<satellites>\d\d)(?<csq>\d\d)(?<course>\d{3})(?<speed>\d{3})(?<hdop>\d\d\.\d)(?<odometer>\d{7})/
const PLACE = /(?<latitude>\d{4}\.\d{4})(?<north>[NS])(?<longitude>\d{5}\.\d{4})(?<east>[EW])/
const SERIAL = /\d{4}/

/** Pattern of the message from its status to its serial number, compiled only once, and the status bit that means a fix. */
interface Layout {
  fixed: number
  pattern: RegExp
}
const layout = (
  fixed: number,
  power: readonly RegExp[],
  network: readonly RegExp[] = [],
  behind: readonly RegExp[] = [],
): Layout => {
  const parts = [HEAD, ...power, CELL, ...network, MOTION, PLACE, ...behind, SERIAL]
  return { fixed, pattern: new RegExp(`^${parts.map(({ source }) => source).join('')}$`) }
}

/** Layouts by the length of the message in characters, from its status to its serial number (both included). */
const LAYOUTS: ReadonlyMap<number, Layout> = new Map([
  [82, layout(FIXED_OF_OLD, [VOLTS, /(?<analog>\d{4})/])],
  [85, layout(FIXED_OF_OLD, [/(?<battery>\d{3})(?<analog>\d{4})/], [], [/\d{4}/])],
  [87, layout(FIXED_OF_OLD, [VOLTS, /(?<analog>\d{4})/], [/(?<mnc>\d\d)(?<mcc>\d{3})/])],
  [90, layout(FIXED, [VOLTS, /(?<analog>\d{4})(?<temperatures>\d{8})/])],
  [102, layout(FIXED, [VOLTS, /(?<analog>\d{16})(?<temperatures>\d{8})/])],
])

/**
 * Reads a report of fixed width. Fields with their length in characters: status 8 · date 6 · time 6 · battery, external
 * voltage, analogue inputs and temperatures (depending on the model) · LAC 4 · cell 4 · satellites 2 · signal 2 · course 3 ·
 * speed 3 · HDOP 4 · odometer 7 (km) · latitude and longitude 21 · serial number 4.
 */
export function readCounted(type: string, content: string, now: number): Fix | undefined {
  const known = LAYOUTS.get(content.length)
  const found = known?.pattern.exec(content)?.groups
  return known && found ? fixOf(type, found, known, now) : undefined
}

function fixOf(type: string, found: Readonly<Record<string, string | undefined>>, { fixed }: Layout, now: number): Fix {
  const status = hexOf(found.status) ?? 0
  const place = {
    latitude: nmeaDegrees(found.latitude ?? '', found.north ?? ''),
    longitude: nmeaDegrees(found.longitude ?? '', found.east ?? ''),
  }
  const deviceTime = utcOfYearFirst(found.date ?? '', found.time ?? '')
  const fix = judgeFix({ deviceTime, hasFix: (status & fixed) !== 0, ...place }, now)
  if (place.latitude === undefined || place.longitude === undefined) keepUnreadPlace(fix, found.latitude, found.longitude)
  const isFilledIn = status !== 0xffff_ffff
  if (isFilledIn) fix.ignition = (status & Status.ignition) !== 0
  note(fix, 'status', status)
  note(fix, 'alarm', ALARMS.get(type) ?? (isFilledIn && (status & Status.sos) !== 0 ? 'sos' : undefined))
  if (type !== 'AA') note(fix, 'alarmCode', type)
  readPower(fix, found)
  readCell(fix, found)
  readMotion(fix, found)
  return fix
}

function readPower(
  fix: Fix,
  { battery = '', power, analog = '', temperatures }: Readonly<Record<string, string | undefined>>,
): void {
  fix.batteryMv = Number(battery) * (battery.length === 2 ? 100 : 10)
  if (power !== undefined) fix.externalBatteryMv = Number(power) * 1000
  for (let nth = 0; nth * 4 < analog.length; nth++) note(fix, `analog${nth + 1}`, Number(analog.slice(nth * 4, nth * 4 + 4)))
  note(fix, 'temperatures', temperatures)
}

function readCell(fix: Fix, found: Readonly<Record<string, string | undefined>>): void {
  const [lac, cellId] = [hexOf(found.lac), hexOf(found.cell)]
  if (lac === undefined || cellId === undefined || (lac === 0 && cellId === 0)) return
  if (found.mcc !== undefined && found.mnc !== undefined)
    return noteCells(fix, [{ mcc: Number(found.mcc), mnc: Number(found.mnc), lac, cellId }])
  note(fix, 'lac', lac)
  note(fix, 'cellId', cellId)
}

function readMotion(fix: Fix, found: Readonly<Record<string, string | undefined>>): void {
  fix.satellites = Number(found.satellites)
  const bars = barsOfCsq(Number(found.csq))
  if (bars !== undefined) fix.gsmSignal = bars
  const heading = headingOf(Number(found.course))
  if (heading !== undefined) fix.heading = heading
  fix.speedKph = Number(found.speed)
  const [hdop, km] = [receiverHdopOf(Number(found.hdop)), Number(found.odometer)]
  if (hdop !== undefined) fix.hdop = hdop
  if (km > 0) fix.odometerM = km * 1000
}

/** Reads E2, the report of a key or card. Fields: time (12 digits) · longitude · latitude · number of the key or card. */
export function readKey(content: string, now: number): Fix | undefined {
  const fields = content.replace(/\|$/, '').split(',')
  const fix = readPlain(fields, now)
  const id = fields.slice(3).join(',')
  if (fix && !isNoKey(id)) note(fix, 'driverId', id)
  return fix
}

/** Indexes of the values for supply (mV), engine speed and speed. */
const [SUPPLY, RPM, KPH] = [4, 5, 6]
const LARGEST = 0xfffe

/**
 * Reads E5, data of the vehicle. Fields, in the order of the document: time (12 digits) · longitude · latitude · version ·
 * odometer · fuel used · consumption · supply · rpm · km/h · …
 */
export function readObd(content: string, now: number): Fix | undefined {
  const fields = content.replace(/\|$/, '').split(',')
  const fix = readPlain(fields, now)
  if (!fix) return undefined
  const values = fields.slice(3)
  note(fix, 'obd', values.join(','))
  fill(fix, 'externalBatteryMv', within(decimalOf(values[SUPPLY]), 1, LARGEST))
  note(fix, 'obdEngineRpm', within(decimalOf(values[RPM]), 0, LARGEST))
  note(fix, 'obdSpeedKph', within(decimalOf(values[KPH]), 0, 254))
  return fix
}

function readPlain([time = '', longitudeText = '', latitudeText = '']: readonly string[], now: number): Fix | undefined {
  const deviceTime = time.length === 12 ? utcOfYearFirst(time.slice(0, 6), time.slice(6)) : undefined
  const [latitude, longitude] = [decimalOf(latitudeText), decimalOf(longitudeText)]
  if (latitude === undefined || longitude === undefined) return undefined
  return judgeFix({ deviceTime, hasFix: latitude !== 0 || longitude !== 0, latitude, longitude }, now)
}

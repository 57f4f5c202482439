import type { Fix } from '@roadbook/contracts'
import { isDigits, utcOfDayFirst, utcOfYearFirst } from '../common/compact-time.js'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { nmeaDegrees } from '../common/nmea.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { receiverSpeedOf } from '../common/readings.js'
import { isDigit } from './layout.js'

const DATE_LENGTH = 6
const SPEED_LENGTH = 5
const TIME_LENGTH = 6
const STATE_LENGTH = 8
/** Number of characters of a course such as `323.87`. */
const LONGEST_COURSE = 6
export const ODOMETER_LENGTH = 8
/** Value of an odometer that has counted nothing: all bits are set. */
export const NO_ODOMETER = 0xffff_ffff
/**
 * Maximum number of characters between the command and a position. Between them may be an IMEI, an alarm digit or
 * `ALARM,1,2,`.
 */
const FARTHEST = 48

/** A position in a frame: the offset of its date, the offset of its fix letter, and true if commas separate the fields. */
export interface Place {
  dateAt: number
  fixAt: number
  hasCommas: boolean
}

/** Finds the fix letter. The six digits of a date precede it, and the digits of a latitude follow. */
export function findPosition(text: string, from: number): Place | undefined {
  const end = Math.min(text.length - 1, from + FARTHEST)
  for (let at = from + DATE_LENGTH; at < end; at++) {
    const letter = text.charCodeAt(at)
    if (letter !== 0x41 && letter !== 0x56) continue
    const hasCommas = text[at - 1] === ','
    const dateAt = at - DATE_LENGTH - (hasCommas ? 1 : 0)
    if (dateAt < from || !isDigits(text, dateAt, dateAt + DATE_LENGTH)) continue
    if (startsNumber(text, skipSeparators(text, at + 1))) return { dateAt, fixAt: at, hasCommas }
  }
  return undefined
}

const startsNumber = (text: string, at: number): boolean =>
  isDigit(text.charCodeAt(text[at] === '-' || text[at] === '+' ? at + 1 : at))

function skipSeparators(text: string, from: number): number {
  let at = from
  while (text[at] === ',' || text[at] === ' ') at++
  return at
}

/**
 * Reads date, fix letter, latitude, longitude, speed in km/h, time, course. Eight characters of state, `L` and the odometer
 * (metres, hexadecimal) may follow. Dates are YYMMDD or, if commas separate the fields, DDMMYY. Undefined if the
 * coordinates cannot be read.
 */
export function readPosition(text: string, place: Place, now: number, utcOffsetMinutes: number): Fix | undefined {
  const latitude = readAxis(text, place.fixAt + 1, 'N', 'S')
  const longitude = latitude && readAxis(text, latitude.end, 'E', 'W')
  if (!longitude) return undefined
  const tail = place.hasCommas ? tailWithCommas(text, longitude.end) : tailOf(text, longitude.end)
  const date = text.slice(place.dateAt, place.dateAt + DATE_LENGTH)
  const local = place.hasCommas ? utcOfDayFirst(date, tail.time) : utcOfYearFirst(date, tail.time)
  const fix = judgeFix(
    {
      deviceTime: local === undefined ? undefined : local - utcOffsetMinutes * 60_000,
      hasFix: text[place.fixAt] === 'A',
      latitude: latitude.degrees,
      longitude: longitude.degrees,
    },
    now,
  )
  const speed = receiverSpeedOf(decimalOf(tail.speed.trim()))
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(decimalOf(tail.course.trim()) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  if (tail.state !== undefined) readState(fix, tail.state)
  if (tail.odometer !== undefined && tail.odometer !== NO_ODOMETER) fix.odometerM = tail.odometer
  readExtras(fix, tail.extras, tail.odometer !== undefined)
  return fix
}

function readAxis(text: string, from: number, one: string, other: string): { degrees: number; end: number } | undefined {
  const start = skipSeparators(text, from)
  for (let at = start; at < start + 14 && at < text.length; at++) {
    const letter = text[at]!
    if (letter !== one && letter !== other) continue
    const degrees = nmeaDegrees(text.slice(start, at), letter)
    return degrees === undefined ? undefined : { degrees, end: at + 1 }
  }
  return undefined
}

interface Tail {
  speed: string
  time: string
  course: string
  state?: string
  odometer?: number
  extras: string
}

/**
 * Splits fields of fixed width. Some firmware sends fewer digits of the course, so the course is everything before the
 * state. The state is found by the `L` after its eight characters. Any other `L` belongs to a word.
 */
function tailOf(text: string, at: number): Tail {
  const timeAt = at + SPEED_LENGTH
  const courseAt = timeAt + TIME_LENGTH
  const end = text.endsWith(')') ? text.length - 1 : text.length
  const head = { speed: text.slice(at, timeAt), time: text.slice(timeAt, courseAt) }
  const letter = text.indexOf('L', courseAt)
  const stateAt = letter - STATE_LENGTH
  if (stateAt < courseAt || stateAt > courseAt + LONGEST_COURSE || hexOf(text.slice(stateAt, letter)) === undefined) {
    let courseEnd = courseAt
    while (courseEnd < end && isPartOfNumber(text.charCodeAt(courseEnd))) courseEnd++
    return { ...head, course: text.slice(courseAt, courseEnd), extras: text.slice(skipSeparators(text, courseEnd), end) }
  }
  const odometerEnd = letter + 1 + ODOMETER_LENGTH
  const odometer = odometerEnd > end ? undefined : hexOf(text.slice(letter + 1, odometerEnd))
  return {
    ...head,
    course: text.slice(courseAt, stateAt),
    state: text.slice(stateAt, letter),
    ...(odometer !== undefined && { odometer }),
    extras: text.slice(odometer === undefined ? letter + 1 : odometerEnd, end),
  }
}

const isPartOfNumber = (code: number): boolean => isDigit(code) || code === 0x2e || code === 0x20

/** Splits fields at commas. The time of day has six digits. The speed before it may be missing. */
function tailWithCommas(text: string, from: number): Tail {
  const fields = text.slice(text[from] === ',' ? from + 1 : from, text.endsWith(')') ? -1 : undefined).split(',')
  const timeAt = fields.findIndex((field) => field.length === TIME_LENGTH && isDigits(field))
  const speed = timeAt === 0 ? '' : fields[0]!
  const [time = '', course = '', ...extras] = timeAt < 0 ? [] : fields.slice(timeAt)
  return { speed, time, course, extras: extras.join(',') }
}

/**
 * Reads main power, ignition, three digits of inputs and outputs (they depend on the model), and three digits of a fuel
 * reading.
 */
function readState(fix: Fix, state: string): void {
  note(fix, 'state', state)
  const ignition = state[1]
  if (ignition === '0' || ignition === '1') fix.ignition = ignition === '1'
  if (state[0] === '1') note(fix, 'mainPowerOff', true)
  const fuel = hexOf(state.slice(5))
  if (fuel !== undefined && fuel > 0) note(fix, 'fuelRaw', fuel)
}

/**
 * Reads the remaining characters. Some models send a temperature (`+025.3`) after the odometer. Everything else is stored as
 * text.
 */
function readExtras(fix: Fix, extras: string, hasOdometer: boolean): void {
  if (extras === '') return
  const text = hasOdometer && extras.length >= 6 ? extras.slice(-6) : ''
  const isSigned = (text[0] === '+' || text[0] === '-') && text[4] === '.'
  const temperature = isSigned ? decimalOf(text) : undefined
  note(fix, 'temperatureC', temperature)
  note(fix, 'extras', temperature === undefined ? extras : extras.slice(0, -6))
}

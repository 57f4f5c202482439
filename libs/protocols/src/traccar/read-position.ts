import type { Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'
import { type Fields, fieldsOf, numberOf } from '../common/http/json-fields.js'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { receiverSpeedOf, within } from '../common/readings.js'
import { readTimestamp } from '../common/http/timestamp.js'
import { readAttributes } from './read-attributes.js'
import { noteNetwork } from './read-network.js'

/**
 * Earliest accepted time. If a device never had a place, Traccar dates the place with the first day of GPS, 1980-01-06
 * (`OutdatedHandler.GPS_EPOCH`). Traccar itself corrects other times from the first 1,024 weeks of GPS, so no real time is
 * earlier.
 */
const NEVER_BEFORE = Date.UTC(1999, 7, 22)

const DAY_MS = 86_400_000

/** A place that is older than this at the time of its message, in milliseconds, becomes a fix of its own. */
const SAME_READING_MS = 60_000

/**
 * Reads a position (`Position.java`). `speed` is in knots, `course` in degrees, `altitude` and `accuracy` in metres. A value
 * that the device did not send is 0, because the fields are of Java's type `double`.
 *
 * If a message has no place of its own, Traccar repeats the last place with its time (`fixTime`), and adds the message's
 * own time (`deviceTime`). Up to version 6.9 Traccar marks such a place (`outdated`), later versions do not. So if a place
 * is older than its message, the place becomes a fix at its own time. Traccar sends the same time whenever it repeats the
 * place, so all repeats give the same fix. The other values become a fix without a place.
 *
 * An impossible time is replaced by the time at which Traccar received the message (`serverTime`), so that a message sent
 * again gives the same fix.
 * @returns the fixes, or the reason why there are none
 */
export function readPosition(position: Fields, now: number): Fix[] | string {
  const serverTime = timeOf(position.serverTime)
  const receivedAt = serverTime !== undefined && Math.abs(serverTime - now) <= DAY_MS ? serverTime : now
  const fixTime = timeOf(position.fixTime)
  const deviceTime = timeOf(position.deviceTime) ?? fixTime
  if (deviceTime === undefined) return 'position.fixTime must be a time in ISO 8601'
  const attributes = fieldsOf(position.attributes) ?? {}
  const hasPlace = position.latitude !== undefined || position.longitude !== undefined
  if (!hasPlace || position.outdated === true || fixTime === undefined || fixTime < NEVER_BEFORE)
    return [withTelemetry(judgeFix(nowhere(deviceTime), receivedAt), position, attributes)]
  const latitude = numberOf(position.latitude)
  const longitude = numberOf(position.longitude)
  if (latitude === undefined || longitude === undefined) return 'position.latitude and position.longitude must be decimal degrees'
  const isFix = position.valid !== false && attributes.approximate !== true
  const isOlder = isFix && deviceTime - fixTime > SAME_READING_MS
  const time = isFix ? fixTime : deviceTime
  const place = judgeFix({ deviceTime: time, hasFix: isFix, latitude, longitude }, receivedAt)
  if (attributes.approximate === true) note(place, 'placedByCells', true)
  readMotion(place, position, attributes.approximate === true)
  if (!isOlder) return [withTelemetry(place, position, attributes)]
  return [place, withTelemetry(judgeFix(nowhere(deviceTime), receivedAt), position, attributes)]
}

const nowhere = (deviceTime: number) => ({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined })

function withTelemetry(fix: Fix, { network }: Fields, attributes: Fields): Fix {
  readAttributes(fix, attributes)
  noteNetwork(fix, fieldsOf(network))
  return fix
}

/** Reads a time as Jackson writes it, or in milliseconds as in the query. */
const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? readTimestamp(String(value)) : undefined

/**
 * Reads the motion. Traccar writes 0 for a missing value. Therefore an altitude or accuracy of 0 is not stored. A course of
 * 0 is not stored if the vehicle stands. A place found by cells has no motion.
 */
function readMotion(fix: Fix, position: Fields, isByCells: boolean): void {
  const accuracy = numberOf(position.accuracy)
  if (accuracy !== undefined && accuracy > 0) note(fix, 'accuracyM', accuracy)
  if (isByCells) return
  const knots = numberOf(position.speed)
  const speed = receiverSpeedOf(knots === undefined ? undefined : knotsToKph(knots))
  if (speed !== undefined) fix.speedKph = speed
  const course = numberOf(position.course)
  const heading = course === undefined || (course === 0 && !speed) ? undefined : headingOf(course)
  if (heading !== undefined) fix.heading = heading
  const altitude = within(numberOf(position.altitude), -1_000, 32_000)
  if (altitude) fix.altitudeM = altitude
}

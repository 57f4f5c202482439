import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import { decimalOf } from '../common/plain-number.js'
import type { DecodeError, Decoded, DeviceInformation, SessionState } from '../protocol.js'
import { decodeBinary } from './binary/decode.js'
import { readEvent } from './events.js'
import { DOLLAR, isSpacing } from './frame.js'
import { readInformation } from './information.js'
import { modelOf } from './models.js'
import { accuracyAt, behindCell, blockStart, findPositions, hdopOf, readCell, readPosition } from './position-block.js'
import { type Report, note, readReport } from './report.js'
import { ownTimeOf, rememberZone, sendingOf } from './send-time.js'
import { decodePro } from './pro/decode.js'
import { isProHead } from './pro/frame.js'
import { PLUS, isBinaryHead } from './sniff.js'
import { readTail } from './tail.js'

/** Decodes a frame that {@link frame} has returned. */
export function decode(frame: Buffer, session: SessionState): Decoded {
  if (isSpacing(frame[0]!)) return { kind: 'heartbeat' }
  if (isProHead(frame)) return decodePro(frame, session)
  const last = frame[frame.length - 1]
  const head = frame.toString('latin1', 0, 6)
  if (frame[0] === PLUS && isBinaryHead(head)) return decodeBinary(frame, session)
  if (frame[0] !== PLUS || (last !== DOLLAR && last !== 0)) return damaged('bytes between two reports')
  if (!/^\+(?:RESP|BUFF|ACK|NACK):/.test(head)) return damaged('neither a report nor an acknowledgement')
  const report = readReport(frame.toString('latin1', 0, frame.length - 1))
  if (typeof report === 'string')
    return unreadable(report, confirmationOf(frame.toString('latin1', 0, frame.length - 1).split(',')).reply)
  const decoded = report.head === 'ACK' || report.head === 'NACK' ? decodeAnswer(report) : decodeReport(report, session)
  const version = report.version
  if (version !== '' && session.memory?.['version'] !== version && modelOf(version))
    decoded.remember = decoded.remember ? { ...decoded.remember, version } : { version }
  return decoded
}

/** All results except the error for a damaged frame. Only these results can contain memory for later frames. */
type Message = Exclude<Decoded, DecodeError>

/**
 * Reads heartbeats, which must be acknowledged, and replies to commands. Their last fields are `…, [sub-command,] serial,
 * send time, count`.
 */
function decodeAnswer(report: Report): Message {
  const { type, version, identity, fields } = report
  const count = countOf(fields)
  if (type === 'GTHBD') {
    const reply = count === undefined ? undefined : Buffer.from(`+SACK:GTHBD,${version},${count}$`, 'latin1')
    return { kind: 'heartbeat', identity, ...(reply && { reply }) }
  }
  const serial = /^[0-9A-Fa-f]{4}$/.test(fields.at(-3) ?? '') ? parseInt(fields.at(-3)!, 16) : 0
  const told = fields.slice(report.start, -3).filter((text) => text !== '')
  return {
    kind: 'commandReply',
    identity,
    text: [type, ...told].join(',').slice(0, LONGEST_ANSWER),
    ...(serial > 0 && { serial }),
    ...(report.head === 'NACK' && { isRefusal: true }),
    ...confirmationOf(fields),
  }
}

const LONGEST_ANSWER = 2000

function decodeReport(report: Report, session: SessionState): Message {
  const { type, identity, fields } = report
  const common = { identity, ...confirmationOf(fields) }
  if (type === 'GTINF') {
    const fix = sentFix(report, session)
    const information = readInformation(fix, report)
    return { kind: 'packet', ...common, fixes: [label(fix, report)], information }
  }
  if (type === 'GTVER') {
    const { start } = report
    return { kind: 'packet', ...common, fixes: [label(sentFix(report, session), report)], information: versionsOf(fields, start) }
  }
  const times = findPositions(report)
  if (times.length === 0) return decodeTelemetry(report, session, common)
  if (isNamedByVin(report, times[0]!)) report.start--
  const stop = blockStart(times[0]!, report.start)
  const fixes = times.map((time) => label(readPosition(report, time, session), report))
  const latest = fixes.at(-1)!
  readTail(latest, report, behindCell(times.at(-1)!))
  readEvent(latest, report, stop)
  for (const earlier of fixes.slice(0, -1)) inherit(earlier, latest)
  const decoded: Message = { kind: 'packet', ...common, fixes }
  const isRepeated = accuracyAt(report, times.at(-1)!) === 0
  const remember = isRepeated ? rememberZone(sendingOf(report), session) : undefined
  if (remember) decoded.remember = remember
  return decoded
}

/**
 * Returns true if the field that was read as the vehicle identification number (VIN) is in fact the device name. In this
 * case, too few fields are left between it and the position.
 */
const isNamedByVin = ({ vin, type, start }: Report, time: number): boolean =>
  vin !== undefined && blockStart(time, 0) - start < (EVENT_FIELDS[type] ?? 0)

/** Reads model, firmware, hardware. */
function versionsOf(fields: readonly string[], start: number): DeviceInformation {
  const model = fields[start]
  const firmware = fields[start + 1]
  return { ...(model && { model }), ...(firmware && { firmware }) }
}

/**
 * Copies the reason for the report to its earlier positions. The measurements at the end of the report are not copied,
 * because they belong only to the last position.
 */
function inherit(earlier: Fix, latest: Fix): void {
  for (const name of ['reportId', 'reportType'] as const) note(earlier, name, latest.attributes?.[name])
}

/** Decodes a report without a position. The fields of the position are empty, or the report's type has no position. */
function decodeTelemetry(report: Report, session: SessionState, common: { identity: string; reply?: Buffer }): Message {
  const { type, fields, start, end } = report
  const fix = label(sentFix(report, session), report)
  const own = EVENT_FIELDS[type]
  const stop = start + (own ?? 0)
  if (own !== undefined && stop + BLOCK_FIELDS <= end && fields[stop + 4] === '' && fields[stop + 5] === '') {
    const hdop = hdopOf(decimalOf(fields[stop]))
    if (hdop !== undefined) fix.hdop = hdop
    readCell(fix, fields, stop + 7)
    readTail(fix, report, stop + BLOCK_FIELDS - 1)
    readEvent(fix, report, stop)
    return { kind: 'packet', ...common, fixes: [fix] }
  }
  // Fields that only this report type has are found by counting back from the position. Without a position, their exact
  // number is unknown.
  readEvent(fix, report, own === undefined ? (COUNTED_BACK.has(type) ? start : end) : stop <= end ? stop : start)
  if (start < end && READ_WHOLE[type] === undefined) note(fix, 'fields', fields.slice(start, end).join(','))
  return { kind: 'packet', ...common, fixes: [fix] }
}

/** Number of fields of the position, the time, the cell and the slot after the cell. */
const BLOCK_FIELDS = 12
/** Number of fields that only this report type has, if the position after them is empty. */
const EVENT_FIELDS: Readonly<Record<string, number>> = {
  GTFRI: 3,
  GTERI: 4,
  GTRTL: 3,
  GTSOS: 3,
  GTGEO: 3,
  GTSPD: 3,
  GTNMR: 3,
  GTTOW: 3,
  GTDIS: 3,
  GTDOG: 3,
  GTIGL: 3,
  GTIGN: 1,
  GTIGF: 1,
  GTSTT: 1,
  GTBPL: 1,
  GTLBC: 1,
  GTMPN: 0,
  GTMPF: 0,
  GTBTC: 0,
  GTSTC: 0,
  GTIOB: 3,
  GTHBM: 3,
  GTVGL: 3,
  GTVGN: 3,
  GTVGF: 3,
  GTEPS: 3,
  GTPNL: 3,
  GTPFL: 3,
  GTGES: 3,
  GTGIN: 3,
  GTGOT: 3,
  GTLBS: 3,
}
/**
 * Report types in which the number of these fields depends on the model. The fields are therefore found by counting back
 * from the position.
 */
const COUNTED_BACK: ReadonlySet<string> = new Set(['GTSTR', 'GTCTN', 'GTTMP'])
const READ_WHOLE: Readonly<Record<string, true>> = { GTCAN: true, GTWIF: true, GTPNA: true, GTPFA: true, GTPDP: true }

/**
 * Creates a fix for telemetry without a position. The fix gets the send time by the device's clock. If the send time is
 * impossible, it gets the time of reception.
 */
function sentFix(report: Report, session: SessionState): Fix {
  const time = ownTimeOf(report, session)
  return time === undefined
    ? telemetryAt(session.now)
    : judgeFix({ deviceTime: time, hasFix: false, latitude: undefined, longitude: undefined }, session.now)
}

function label(fix: Fix, { type, head, vin, deviceName }: Report): Fix {
  note(fix, 'report', type)
  if (head === 'BUFF') note(fix, 'buffered', true)
  note(fix, 'vin', vin)
  note(fix, 'deviceName', deviceName)
  return fix
}

/** Returns `+SACK:<count>$`. A device that is not configured to wait for this acknowledgement ignores it. */
function confirmationOf(fields: readonly string[]): { reply?: Buffer } {
  const count = countOf(fields)
  return count === undefined ? {} : { reply: Buffer.from(`+SACK:${count}$`, 'latin1') }
}

const countOf = (fields: readonly string[]): string | undefined => {
  const count = fields.at(-1)
  return count !== undefined && /^[0-9A-Fa-f]{4}$/.test(count) ? count : undefined
}

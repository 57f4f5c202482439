import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import { isNoKey } from '../common/readings.js'
import type { Decoded, DeviceInformation, SessionMemory, SessionState } from '../protocol.js'
import { ALERT, STATUS, readBinaryReport } from './binary-report.js'
import { readCompactReport } from './compact-report.js'
import { SEMICOLON, findSerialData, isSpacing } from './frame.js'
import { readSerialData } from './serial-data.js'
import { COMPACT, COMPACT_REPORT, isBinaryHead } from './sniff.js'
import { findDate, readBlindReport, readTextReport } from './text-report.js'
import { readUniversalReport } from './universal-report.js'
import { isIdentity, note } from './values.js'

const UNIVERSAL_REPORTS = new Set(['STT', 'ALT', 'BLE', 'EMG', 'EVT', 'UEX'])
const START = /^(S[TA]\d{3})([A-Z]{3})?$/

/** Decodes a frame that {@link frame} has returned. The tracker expects no reply to a report. */
export function decode(frame: Buffer, session: SessionState): Decoded {
  if (isSpacing(frame[0]!)) return { kind: 'heartbeat' }
  if (frame[0]! >= 0x80) return decodeBinary(frame, session)
  if (frame[0] === COMPACT) return decodeCompact(frame, session)
  if (frame[frame.length - 1] !== 0x0d) return damaged('bytes without an end')
  const text = frame.toString('latin1', 0, frame.length - 1)
  const first = text.slice(0, Math.max(0, text.indexOf(';')))
  if (first.length === 3) return decodeUniversal(first, text, frame, session)
  const start = START.exec(first)
  if (!start) return damaged('neither a series nor a type of report')
  return decodeSeries(start[1]!, start[2], text, frame, session)
}

interface Learned {
  remember?: SessionMemory
  information?: DeviceInformation
}

/** Remembers the series, because commands need it, and the firmware. Returns each of them only once per connection. */
function learn({ memory }: SessionState, series: string, firmware?: string): Learned {
  const isNewFirmware = firmware !== undefined && firmware !== '' && memory?.['firmware'] !== firmware
  if (!isNewFirmware) return memory?.['series'] === series ? {} : { remember: { series } }
  return { remember: { series, firmware }, information: { firmware } }
}

/** Decodes messages of a series, such as `ST300STT;id;…` and `ST910;Location;id;…`. */
function decodeSeries(series: string, type: string | undefined, text: string, frame: Buffer, session: SessionState): Decoded {
  const { fields, serialData } = type === 'UEX' ? splitSerialData(text, frame) : { fields: text.split(';') }
  if (type === 'CMD') return decodeAnswer(series, fields, session)
  const identity = fields[type === undefined ? 2 : 1]
  if (!isIdentity(identity)) return unreadable('no number of a tracker')
  const name = type ?? fields[1]!
  if (name === 'ALV' || name === 'Alive') return { kind: 'heartbeat', identity, ...learn(session, series) }
  if (name === 'HTE')
    return { kind: 'packet', identity, fixes: [travelReport(fields, session.now)], ...learn(session, series, fields[3]) }
  const date = findDate(fields)
  const blind = date < 0 && series.startsWith('ST4') ? readBlindReport({ series, type: name, fields }, session.now) : undefined
  if (blind) return { kind: 'packet', identity, fixes: [blind], ...learn(session, series, fields[2]) }
  if (date < 0) return { kind: 'unsupported', identity, messageType: name.slice(0, 20), ...learn(session, series) }
  const fix = readTextReport({ series, type: name, fields }, session.now)
  if (typeof fix === 'string') return unreadable(fix)
  if (serialData !== undefined) readSerialData(fix, serialData)
  const firmware = series.startsWith('ST4') ? fields[2] : fields[date - 1]
  return { kind: 'packet', identity, fixes: [fix], ...learn(session, series, firmware) }
}

/**
 * Splits a text at its semicolons. Serial data may contain semicolons. They are therefore removed first, by their declared
 * length, and leave an empty field.
 */
function splitSerialData(text: string, frame: Buffer): { fields: string[]; serialData?: string } {
  const data = findSerialData(frame)
  if (data === undefined || frame[data.end] !== SEMICOLON) return { fields: text.split(';') }
  const fields = [...text.slice(0, data.start - 1).split(';'), '', ...text.slice(data.end + 1).split(';')]
  return { fields, serialData: text.slice(data.start, data.end) }
}

/** Reads the summary of a journey. Its last field is the driver's key. */
function travelReport(fields: readonly string[], now: number): Fix {
  const fix = telemetryAt(now)
  note(fix, 'report', 'HTE')
  const key = fields.at(-1) ?? ''
  if (!isNoKey(key)) note(fix, 'driverId', key)
  note(fix, 'fields', fields.slice(2).join(';'))
  return fix
}

/** Decodes `ST300CMD;Res;id;firmware;text`. */
function decodeAnswer(series: string, fields: readonly string[], session: SessionState): Decoded {
  const identity = fields[2]
  if (fields[1] !== 'Res' || !isIdentity(identity)) return { kind: 'unsupported', messageType: 'CMD' }
  return { kind: 'commandReply', identity, text: fields.slice(4).join(';'), ...learn(session, series, fields[3]) }
}

function decodeUniversal(type: string, text: string, frame: Buffer, session: SessionState): Decoded {
  const { fields, serialData } = type === 'UEX' ? splitSerialData(text, frame) : { fields: text.split(';') }
  const identity = fields[1]
  if (!/^[A-Z]{3}$/.test(type) || !isIdentity(identity)) return damaged('neither a type of report nor a number of a tracker')
  const common = { identity, ...learn(session, UNIVERSAL) }
  if (type === 'ALV') return { kind: 'heartbeat', ...common }
  if (type === 'RES') return { kind: 'commandReply', text: fields.slice(2).join(';'), ...common }
  if (!UNIVERSAL_REPORTS.has(type)) return { kind: 'unsupported', messageType: type, ...common }
  const report = readUniversalReport(type, fields, session.now)
  if (typeof report === 'string') return unreadable(report)
  const { fix, firmware } = report
  if (serialData !== undefined) readSerialData(fix, serialData)
  return { kind: 'packet', identity, fixes: [fix], ...learn(session, UNIVERSAL, firmware) }
}

/** Value in {@link SessionState.memory} in place of a series for a tracker with the universal format. */
export const UNIVERSAL = 'universal'

function decodeBinary(frame: Buffer, session: SessionState): Decoded {
  if (!isBinaryHead(frame) || frame.length < 3 || frame.length !== 3 + frame.readUInt16BE(1))
    return damaged('a binary frame of a wrong length')
  if (frame[0] !== STATUS && frame[0] !== ALERT) return { kind: 'unsupported', messageType: `0x${frame[0]!.toString(16)}` }
  const report = readBinaryReport(frame, session.now)
  if (typeof report === 'string') return unreadable(report)
  const { identity, fix, firmware } = report
  return { kind: 'packet', identity, fixes: [fix], ...learn(session, UNIVERSAL, firmware) }
}

function decodeCompact(frame: Buffer, session: SessionState): Decoded {
  if (frame.length < 4 || frame.length !== 4 + frame.readUInt16BE(1)) return damaged('a compact frame of a wrong length')
  if (frame[3] !== COMPACT_REPORT) return { kind: 'unsupported', messageType: `0x02/0x${frame[3]!.toString(16)}` }
  const report = readCompactReport(frame, session.now)
  return typeof report === 'string' ? unreadable(report) : { kind: 'packet', identity: report.identity, fixes: [report.fix] }
}

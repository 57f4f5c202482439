import { isDigits } from '../common/compact-time.js'
import { damaged } from '../common/errors.js'
import { leadingBlanks } from '../common/marked-frames.js'
import type { Decoded, SessionState } from '../protocol.js'
import { IMEI, checksumsOf, hasRightReport, hasRightSentence } from './frame.js'
import { readReport } from './read-report.js'

const LONGEST_ID = 20

/** Decodes a report. Each report contains its tracker's identifier. Reports get no reply. */
export function decode(frame: Buffer, { now }: SessionState): Decoded {
  if (leadingBlanks(frame) === frame.length) return { kind: 'heartbeat' }
  const text = frame.toString('latin1')
  const { sentence, report } = checksumsOf(text)
  if (sentence && !hasRightSentence(frame, sentence)) return damaged('wrong checksum of the sentence')
  if (report && !hasRightReport(frame, report)) return damaged('wrong checksum of the report')
  const at = text.indexOf(IMEI)
  const behind =
    at < 0
      ? []
      : text
          .slice(at + IMEI.length)
          .trim()
          .split(',')
  const identity = behind[0] ?? ''
  if (!isDigits(identity) || identity.length > LONGEST_ID || !(sentence ?? report))
    return damaged('bytes that belong to no report')
  const before = text.slice(0, at)
  return { kind: 'packet', identity, fixes: [readReport(before, sentence, behind, now)] }
}

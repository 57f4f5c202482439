import { type ImeiFault, writtenImei } from '@roadbook/contracts/written-imei'
import { writtenTrackerId } from '@roadbook/contracts/written-tracker-id'
import { type ReadImeis, readImeis } from './read-imeis.js'

interface NamedTracker {
  imei: string
  /** The tracker's own ID. Absent if only the IMEI is given. */
  tracker_id?: string
}

export interface ReadTrackers extends ReadImeis {
  /** Trackers without duplicates, in the order of the text. */
  trackers: NamedTracker[]
  /** Number of trackers that have an ID besides the IMEI. */
  named: number
}

/** Headings of pasted columns. They are skipped. */
const HEAD = /^\D*\bimei\b\D*$/i
const PARTED_BY = [/[\t;|]/, /,/, /\s+/]

/**
 * Parses IMEIs like {@link readImeis}, one per line. The tracker's own ID may be beside the IMEI. If one IMEI has two IDs,
 * the first ID is used, and the line with the other is reported as wrong.
 */
export function readTrackers(text: string): ReadTrackers {
  const lines = text.split(/[\n\r]+/).filter((line) => line.trim() !== '' && !HEAD.test(line))
  const names = new Map<string, string>()
  const read = lines.map((line) => {
    const found = readLine(line)
    const isOther = found.trackers.some(
      ({ imei, tracker_id }) => tracker_id !== undefined && (names.get(imei) ?? tracker_id) !== tracker_id,
    )
    if (isOther) return { trackers: [], repeated: 0, wrong: [line.trim()], reasons: [] }
    for (const { imei, tracker_id } of found.trackers) if (tracker_id !== undefined) names.set(imei, tracker_id)
    return found
  })
  const all = read.flatMap(({ trackers }) => trackers)
  const byImei = new Map<string, NamedTracker>()
  for (const one of all) byImei.set(one.imei, { ...one, ...byImei.get(one.imei) })
  const trackers = [...byImei.values()]
  const reasons = new Map(read.flatMap((line) => line.reasons.map((reason) => [reason.fault, reason])))
  return {
    trackers,
    imeis: [...byImei.keys()],
    named: trackers.filter(({ tracker_id }) => tracker_id !== undefined).length,
    repeated: read.reduce((sum, { repeated }) => sum + repeated, all.length - trackers.length),
    wrong: read.flatMap(({ wrong }) => wrong),
    reasons: [...reasons.values()],
  }
}

type Line = Pick<ReadTrackers, 'trackers' | 'repeated' | 'wrong' | 'reasons'>

function readLine(line: string): Line {
  // A comma may be a part of an IMEI, so it separates only if the line as a whole is not one.
  const pair = writtenImei(line).fault === undefined ? undefined : PARTED_BY.map((sign) => pairIn(line.split(sign))).find(Boolean)
  if (pair === undefined) {
    const { imeis, ...rest } = readImeis(line)
    return { ...rest, trackers: imeis.map((imei) => ({ imei })) }
  }
  if ('fault' in pair) return { trackers: [], repeated: 0, wrong: [line.trim()], reasons: [pair] }
  return { trackers: [pair], repeated: 0, wrong: [], reasons: [] }
}

/** Parses an IMEI and an ID beside it, in either order. Returns undefined for anything else. */
function pairIn(cells: readonly string[]): Required<NamedTracker> | ImeiFault | undefined {
  const [one, other, ...more] = cells.filter((cell) => cell.trim() !== '')
  if (one === undefined || other === undefined || more.length > 0) return undefined
  const [first, second] = [writtenImei(one), writtenImei(other)]
  if (first.fault === undefined) return second.fault === undefined ? undefined : named(first.imei, other, second)
  return second.fault === undefined ? named(second.imei, one, first) : undefined
}

function named(imei: string, name: string, asImei: ImeiFault): Required<NamedTracker> | ImeiFault | undefined {
  // A number with almost as many digits as an IMEI is a mistyped IMEI and not an ID.
  if (asImei.fault === 'fourteen' || asImei.fault === 'with-version') return undefined
  const read = writtenTrackerId(name)
  if (read.fault === undefined) return { imei, tracker_id: read.trackerId }
  return read.fault === 'not-one' ? undefined : { fault: read.fault }
}

import type { ReportingCommands } from '@roadbook/protocols'
import type { ReportingState } from '../cases/case-states.js'

/** Maximum number of retries of a command without an answer. */
const MOST_ATTEMPTS = 20

/** A tracker and the progress of changing or restoring its reporting interval. */
export interface ReportingRow {
  case_id: number
  device_id: number
  entity_id: number
  business_id: number
  imei: string | null
  protocol: string | null
  state: ReportingState
  former: string | null
  attempts: number
  /** True when the case is open and the tracker is on the missing vehicle. */
  is_wanted: boolean
  /** True when another case has changed the tracker's interval and has not restored it yet. */
  is_taken: boolean
  command_id: number | null
  command_state: 'queued' | 'sent' | 'acknowledged' | 'failed' | 'expired' | 'cancelled' | null
  failure: string | null
  reply: string | null
}

/**
 * New state of a row.
 * - `ask` is the command to send to the tracker.
 * - `retries` means that the command is sent after a pause.
 */
export interface ReportingStep {
  state: ReportingState
  ask?: string
  retries?: boolean
  former?: string
}

/**
 * Returns the next step; undefined when there is nothing to do yet.
 * @param commands commands of the tracker's protocol. Null: the protocol has none. Undefined: the tracker has never connected.
 * @param usualS usual seconds between two positions. They are the interval that is restored on a tracker that does not report
 * its own.
 */
export function nextStep(
  row: ReportingRow,
  commands: ReportingCommands | null | undefined,
  usualS: number,
): ReportingStep | undefined {
  const { state, is_wanted: isWanted, former } = row
  if (state === 'reading') {
    if (!isWanted) return { state: 'as-before' }
    if (commands === undefined || row.is_taken) return undefined
    if (commands === null) return { state: 'impossible' }
    return begin(row, commands, usualS)
  }
  if (former === null) throw new Error(`the tracker ${row.device_id} is ${state}, and nobody knows what it was set to`)
  if (state === 'taking-back') {
    if (isWanted && commands) return { state: 'asking', ask: commands.often(former) }
    return row.command_state === 'acknowledged' ? { state: 'as-before' } : again(row, former)
  }
  // The tracker may have changed its interval without answering, so the interval is restored even without an answer.
  if (!isWanted) return { state: 'taking-back', ask: former }
  if (state === 'often' || !commands) return undefined
  return row.command_state === 'acknowledged' ? { state: 'often' } : again(row, commands.often(former))
}

/**
 * Reads the tracker's current interval, then requests a shorter one. If the tracker does not report its interval, the usual
 * interval is restored later.
 */
function begin(row: ReportingRow, { reading, usual, often }: ReportingCommands, usualS: number): ReportingStep | undefined {
  const { state, command_state: answered, reply } = row
  const told = answered === 'acknowledged' ? reading?.restore(reply ?? '') : undefined
  if (reading && answered === null) return { state, ask: reading.read }
  if (reading && isUnderWay(row)) return undefined
  const former = told ?? usual?.(usualS)
  if (former !== undefined) return { state: 'asking', former, ask: often(former) }
  return reading && answered !== 'acknowledged' ? again(row, reading.read) : { state: 'failed' }
}

const isUnderWay = ({ command_state: state }: ReportingRow) => state === 'queued' || state === 'sent'

/**
 * Repeats the request after a pause. Waits while the request is still pending. Gives up when the tracker refused the request
 * or too many attempts failed.
 */
function again(row: ReportingRow, ask: string): ReportingStep | undefined {
  const { state, failure, attempts } = row
  if (isUnderWay(row)) return undefined
  if (state !== 'taking-back' && failure !== null && failure !== 'no_answer') return { state: 'failed' }
  if (attempts < MOST_ATTEMPTS) return { state, ask, retries: true }
  // Sends no further request in the state `asking`. The tracker may have applied the request without an answer, so its
  // interval is restored when the case ends.
  return state === 'asking' ? undefined : { state: 'failed' }
}

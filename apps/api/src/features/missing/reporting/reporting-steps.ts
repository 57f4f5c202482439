import type { ReportingCommands } from '@roadbook/protocols'
import type { ReportingState } from '../cases/case-states.js'

/** A command that is left unanswered is asked again so often. */
const MOST_ATTEMPTS = 20

/** A tracker that is asked to report more often, or to go back, and how far that is. */
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
  /** The case is open, and the tracker is on its vehicle. */
  is_wanted: boolean
  /** Another case still puts back what it changed. */
  is_taken: boolean
  command_id: number | null
  command_state: 'queued' | 'sent' | 'acknowledged' | 'failed' | 'expired' | 'cancelled' | null
  failure: string | null
  reply: string | null
}

/** The new state of a row; `ask` is sent to the tracker, `retries` with a pause before it. */
export interface ReportingStep {
  state: ReportingState
  ask?: string
  retries?: boolean
  former?: string
}

/**
 * Decides the next step; undefined while there is nothing to do but wait.
 * @param commands of the protocol that the tracker speaks: null where it cannot be asked, undefined while it has not connected yet
 * @param usualS seconds between two positions of a tracker that does not say what it is set to
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
  // The tracker may have done it without an answer, so it is taken back either way.
  if (!isWanted) return { state: 'taking-back', ask: former }
  if (state === 'often' || !commands) return undefined
  return row.command_state === 'acknowledged' ? { state: 'often' } : again(row, commands.often(former))
}

/** Asks what is set, and then for more. Where the tracker does not say, what is usual is set again later. */
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

/** The same once more, unless it still waits, or was asked often enough. */
function again(row: ReportingRow, ask: string): ReportingStep | undefined {
  const { state, failure, attempts } = row
  if (isUnderWay(row)) return undefined
  if (state !== 'taking-back' && failure !== null && failure !== 'no_answer') return { state: 'failed' }
  if (attempts < MOST_ATTEMPTS) return { state, ask, retries: true }
  // Nobody said whether it was done: it is not asked any more, and taken back when the case ends.
  return state === 'asking' ? undefined : { state: 'failed' }
}

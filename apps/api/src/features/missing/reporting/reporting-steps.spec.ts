import type { ReportingCommands } from '@roadbook/protocols'
import { nextStep, type ReportingRow } from './reporting-steps.js'

const USUAL_S = 60
const READS: ReportingCommands = {
  reading: { read: 'get', restore: (answer) => /every (\d+)/.exec(answer)?.[0] },
  often: (restore) => `often, then ${restore}`,
}
const BLIND: ReportingCommands = { usual: (intervalS) => `every ${intervalS}`, often: (restore) => `often, then ${restore}` }
const row = (changes: Partial<ReportingRow>): ReportingRow => ({
  case_id: 1,
  device_id: 2,
  entity_id: 3,
  business_id: 4,
  imei: '356307042441013',
  protocol: 'teltonika',
  state: 'reading',
  former: null,
  attempts: 0,
  is_wanted: true,
  is_taken: false,
  command_id: null,
  command_state: null,
  failure: null,
  reply: null,
  ...changes,
})
const after = (changes: Partial<ReportingRow>, commands: ReportingCommands | null | undefined = READS) =>
  nextStep(row(changes), commands, USUAL_S)

describe('R-215 a tracker of a missing vehicle', () => {
  it('is asked what it is set to, and then to report often', () => {
    expect(after({})).toEqual({ state: 'reading', ask: 'get' })
    expect(after({ command_state: 'sent' })).toBeUndefined()
    expect(after({ command_state: 'acknowledged', reply: 'every 300' })).toEqual({
      state: 'asking',
      former: 'every 300',
      ask: 'often, then every 300',
    })
    expect(after({ state: 'asking', former: 'every 300', command_state: 'acknowledged' })).toEqual({ state: 'often' })
  })

  it('that cannot be read goes back to what is usual', () => {
    expect(after({}, BLIND)).toEqual({ state: 'asking', former: 'every 60', ask: 'often, then every 60' })
  })

  it('is left alone where it takes no such command, has not connected yet, or answers what says nothing', () => {
    expect(after({}, null)).toEqual({ state: 'impossible' })
    expect(nextStep(row({}), undefined, USUAL_S)).toBeUndefined()
    expect(after({ is_taken: true })).toBeUndefined()
    expect(after({ command_state: 'acknowledged', reply: 'no' })).toEqual({ state: 'failed' })
  })

  it('is set back when nobody wants it any more, also where it never answered', () => {
    for (const state of ['asking', 'often'] as const) {
      expect(after({ state, former: 'every 300', is_wanted: false })).toEqual({ state: 'taking-back', ask: 'every 300' })
    }
    expect(after({ state: 'taking-back', former: 'every 300', is_wanted: false, command_state: 'acknowledged' })).toEqual({
      state: 'as-before',
    })
    expect(after({ is_wanted: false })).toEqual({ state: 'as-before' })
  })

  it('is asked again when it does not answer, up to twenty times', () => {
    const unanswered = { state: 'asking', former: 'every 300', command_state: 'failed', failure: 'no_answer' } as const
    expect(after({ ...unanswered, attempts: 19 })).toEqual({ state: 'asking', ask: 'often, then every 300', retries: true })
    expect(after({ ...unanswered, attempts: 20 })).toBeUndefined()
    expect(after({ ...unanswered, failure: 'refused' })).toEqual({ state: 'failed' })
  })

  it('goes on when the case does, while it is being set back', () => {
    expect(after({ state: 'taking-back', former: 'every 300' })).toEqual({ state: 'asking', ask: 'often, then every 300' })
  })
})

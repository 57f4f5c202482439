import { FixValidity } from '@roadbook/contracts'
import { asideReason, FUTURE_TOLERANCE_MS, PAST_TOLERANCE_MS } from './aside-reason.js'

const RECEIVED = Date.UTC(2025, 10, 21, 12)
const reason = (positionedAt: number, validity: FixValidity = FixValidity.valid) =>
  asideReason({ positionedAt, validity }, RECEIVED)

describe('what is kept aside', () => {
  it('B8 believes a clock that is ten minutes fast, and none that is faster', () => {
    expect(reason(RECEIVED + FUTURE_TOLERANCE_MS)).toBeUndefined()
    expect(reason(RECEIVED + FUTURE_TOLERANCE_MS + 1)).toBe(FixValidity.implausibleTime)
  })

  it('takes what a tracker buffered for more than two years, and nothing from before it', () => {
    expect(PAST_TOLERANCE_MS).toBeGreaterThan(RECEIVED - Date.UTC(2023, 10, 21, 12))
    expect(reason(RECEIVED - PAST_TOLERANCE_MS)).toBeUndefined()
    expect(reason(RECEIVED - PAST_TOLERANCE_MS - 1)).toBe(FixValidity.implausibleTime)
    expect(reason(0)).toBe(FixValidity.implausibleTime)
    expect(reason(Number.NaN)).toBe(FixValidity.implausibleTime)
  })

  it('keeps aside what the pipeline has judged so, and leaves every other invalid fix in the track', () => {
    expect(reason(RECEIVED, FixValidity.quarantined)).toBe(FixValidity.quarantined)
    expect(reason(RECEIVED, FixValidity.implausibleTime)).toBe(FixValidity.implausibleTime)
    const others = Object.values(FixValidity).filter(
      (validity) => validity !== FixValidity.quarantined && validity !== FixValidity.implausibleTime,
    )
    expect(others.map((validity) => reason(RECEIVED, validity))).toEqual(others.map(() => undefined))
  })
})

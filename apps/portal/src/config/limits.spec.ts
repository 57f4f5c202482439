import { LIMITS } from './limits.js'

describe('the constants of the portal', () => {
  it('R-348 waits 60 s for a request and 120 s for a script', () =>
    expect([LIMITS.requestTimeoutMs, LIMITS.chunkLoadTimeoutMs]).toEqual([60_000, 120_000]))
  it('R-349 lists 15 rows a page and 10 trips', () => expect([LIMITS.pageSize, LIMITS.tripPageSize]).toEqual([15, 10]))
  it('R-350 searches after 500 ms and bounds the map from more than 2 characters', () =>
    expect([LIMITS.searchDelayMs, LIMITS.searchMinimumCharacters]).toEqual([500, 2]))
  it('R-351 closes response dialogs after 6 s, toasts after 2.5 s, 4 s and 60 s, and cuts errors at 134 characters', () =>
    expect([
      LIMITS.responseDialogMs,
      LIMITS.snackbarSuccessMs,
      LIMITS.snackbarWarningMs,
      LIMITS.snackbarErrorMs,
      LIMITS.snackbarInfoMs,
      LIMITS.errorTextCharacters,
    ]).toEqual([6_000, 2_500, 4_000, 4_000, 60_000, 134]))
  it('R-352 animates the logo after 600000 ms without input', () => expect(LIMITS.idleLogoMs).toBe(600_000))
  it('R-360 is mobile under 760 px and hides the logo under 600 px', () =>
    expect([LIMITS.mobileBreakpointPx, LIMITS.logoBreakpointPx]).toEqual([760, 600]))
})

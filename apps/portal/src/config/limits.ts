/** All durations and sizes that the portal promises (requirements A.24). Milliseconds unless the name says otherwise. */
export const LIMITS = {
  /** time-out of a request. */
  requestTimeoutMs: 60_000,
  /** time-out for loading a screen's script. */
  chunkLoadTimeoutMs: 120_000,
  /** number of rows per page. The next value is for lists of trips. */
  pageSize: 15,
  tripPageSize: 10,
  /** pause after the last keystroke before a search. The next value is the minimum length of the searched text. */
  searchDelayMs: 500,
  searchMinimumCharacters: 2,
  /** times for which dialogs with a response, and toasts of each kind, are shown. */
  responseDialogMs: 6_000,
  snackbarSuccessMs: 2_500,
  snackbarWarningMs: 4_000,
  snackbarErrorMs: 4_000,
  snackbarInfoMs: 60_000,
  /** Duration of a toast that offers undo. */
  snackbarUndoMs: 10_000,
  errorTextCharacters: 134,
  /** ten minutes without input start the logo's animation. */
  idleLogoMs: 600_000,
  /** window widths in pixels below which the layout for phones is used, and the logo for narrow screens. */
  mobileBreakpointPx: 760,
  logoBreakpointPx: 600,
  /** After this time the loading overlay says that it takes longer than usual. */
  slowLoadingMs: 8_000,
  /**
   * Time for which the alert about a refused token is shown before the log-out. It is long enough to read two short
   * lines.
   */
  tokenInvalidAlertMs: 3_000,
  /** Age from which a live value is drawn as out of date. */
  ageingMs: 180_000,
} as const

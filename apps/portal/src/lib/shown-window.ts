/** Whether something shows at `now` (ms since 1970 UTC): from its first moment on, no longer at its last. */
export const isShownAt = ({ shown_from, shown_till }: { shown_from: string; shown_till: string }, now: number): boolean =>
  now >= Date.parse(shown_from) && now < Date.parse(shown_till)

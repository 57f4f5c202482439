/** Returns whether something is shown at `now` (ms since 1970 UTC). The start is included, the end is not. */
export const isShownAt = ({ shown_from, shown_till }: { shown_from: string; shown_till: string }, now: number): boolean =>
  now >= Date.parse(shown_from) && now < Date.parse(shown_till)

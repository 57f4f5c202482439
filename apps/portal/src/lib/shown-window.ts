/** Returns whether something is shown at `now` (ms since 1970 UTC). It is shown from its start, and no longer at its end. */
export const isShownAt = ({ shown_from, shown_till }: { shown_from: string; shown_till: string }, now: number): boolean =>
  now >= Date.parse(shown_from) && now < Date.parse(shown_till)

/** Returns whether the user prefers reduced motion. If so, nothing glides, flies or pulses. */
export const prefersStillness = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

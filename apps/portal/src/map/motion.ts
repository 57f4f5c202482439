/** Whether the user asked for less motion: then nothing glides, flies or pulses. */
export const prefersStillness = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

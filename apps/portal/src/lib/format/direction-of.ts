import type { ReactNode } from 'react'

/** Returns the `dir` of an element with only a name: its direction follows its letters, on any page. */
export const directionOf = (shown: ReactNode): 'auto' | undefined => (typeof shown === 'string' ? 'auto' : undefined)

import type { ReactNode } from 'react'

/** Returns the `dir` of an element that contains only a name. The direction of the name follows its letters, on any page. */
export const directionOf = (shown: ReactNode): 'auto' | undefined => (typeof shown === 'string' ? 'auto' : undefined)

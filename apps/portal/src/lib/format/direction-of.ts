import type { ReactNode } from 'react'

/**
 * Returns the `dir` of an element that contains only a name. With `auto`, the direction of the name follows its letters,
 * whatever the direction of the page.
 */
export const directionOf = (shown: ReactNode): 'auto' | undefined => (typeof shown === 'string' ? 'auto' : undefined)

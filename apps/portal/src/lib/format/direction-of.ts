import type { ReactNode } from 'react'

/** The `dir` of what holds nothing but a name: it runs as its letters do, whichever page it stands on. */
export const directionOf = (shown: ReactNode): 'auto' | undefined => (typeof shown === 'string' ? 'auto' : undefined)

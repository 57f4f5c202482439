import type { Components, Theme } from '@mui/material/styles'

/** Theme as Material UI passes it to component overrides. */
export type Bare = Omit<Theme, 'components'>
export type Overrides = Components<Bare>

/** Returns the palette as CSS variables, so that light and dark share one style sheet. */
export const vars = (theme: Bare) => (theme as Theme & { vars: NonNullable<Theme['vars']> }).vars.palette

/** Returns the focus ring, with this percentage of its colour. */
export const softRing = (color: string, share: number) => `0 0 0 3px color-mix(in srgb, ${color} ${share}%, transparent)`

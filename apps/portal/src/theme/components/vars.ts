import type { Components, Theme } from '@mui/material/styles'

/** The theme as Material UI hands it to what overrides a component. */
export type Bare = Omit<Theme, 'components'>
export type Overrides = Components<Bare>

/** The palette as variables of the page, so that light and dark share one style sheet. */
export const vars = (theme: Bare) => (theme as Theme & { vars: NonNullable<Theme['vars']> }).vars.palette

/** What has the focus glows by so much per cent of its colour. */
export const softRing = (color: string, share: number) => `0 0 0 3px color-mix(in srgb, ${color} ${share}%, transparent)`

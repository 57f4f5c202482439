const COLORS = {
  primary: 'text-primary',
  secondary: 'text-secondary',
  tertiary: 'text-tertiary',
  link: 'primary-main',
  accent: 'accent-text',
  moving: 'moving-main',
  idle: 'idle-main',
  offline: 'offline-main',
  missing: 'missing-main',
  warning: 'warning-main',
} as const

/** What stands on a soft ground of its own colour: the states, and what only stands back. */
export type SoftTone = 'quiet' | 'primary' | 'moving' | 'idle' | 'offline' | 'missing' | 'warning' | 'accent'

/** Such a ground and the colour on it, as `sx` says it. */
export const softOf = (tone: SoftTone) => {
  if (tone === 'quiet') return { bgcolor: 'surface.subtle', color: 'text.secondary' }
  return { bgcolor: `${tone}.soft`, color: tone === 'accent' ? 'accent.text' : `${tone}.main` }
}

/** What a colour says of a text or an icon: how loud it is, or the state that it tells of. */
export type Tone = keyof typeof COLORS

/** The colour as a variable of the page, the same name in light and dark. */
export const colorOf = (tone: Tone): string => `var(--mui-palette-${COLORS[tone]})`

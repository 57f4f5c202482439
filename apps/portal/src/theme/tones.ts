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

/** What a colour says of a text or an icon: how loud it is, or the state that it tells of. */
export type Tone = keyof typeof COLORS

/** The colour as a variable of the page, the same name in light and dark. */
export const colorOf = (tone: Tone): string => `var(--mui-palette-${COLORS[tone]})`

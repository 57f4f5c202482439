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

/** Tones of a text on a soft background of the same colour. They are the tones of states, and a muted tone. */
export type SoftTone = 'quiet' | 'primary' | 'moving' | 'idle' | 'offline' | 'missing' | 'warning' | 'accent'

/** Returns the soft background and the colour of the text on it, for `sx`. */
export const softOf = (tone: SoftTone) => {
  if (tone === 'quiet') return { bgcolor: 'surface.subtle', color: 'text.secondary' }
  return { bgcolor: `${tone}.soft`, color: tone === 'accent' ? 'accent.text' : `${tone}.main` }
}

/** Colour of a text or icon: its emphasis, or the state that it shows. */
export type Tone = keyof typeof COLORS

/** Returns the colour as a CSS variable. The variable has the same name in light and dark. */
export const colorOf = (tone: Tone): string => `var(--mui-palette-${COLORS[tone]})`

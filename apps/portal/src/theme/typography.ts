const semibold = 600

/**
 * Type sizes of the design language. No other sizes are used. `body2` is the dense default. `metric` is for one number per
 * card.
 */
export const typography = {
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontSize: 13,
  htmlFontSize: 16,
  h1: { fontSize: 20, lineHeight: '28px', fontWeight: semibold, letterSpacing: '-0.012em' },
  h2: { fontSize: 15, lineHeight: '24px', fontWeight: semibold, letterSpacing: '-0.006em' },
  /** Titles of dialogs and drawers. */
  h3: { fontSize: 16, lineHeight: '24px', fontWeight: semibold, letterSpacing: '-0.006em' },
  body1: { fontSize: 14, lineHeight: '20px' },
  body2: { fontSize: 13, lineHeight: '20px' },
  caption: { fontSize: 12, lineHeight: '16px' },
  overline: { fontSize: 11, lineHeight: '16px', fontWeight: semibold, letterSpacing: '0.02em', textTransform: 'none' as const },
  button: { fontSize: 13, lineHeight: '20px', fontWeight: 500, textTransform: 'none' as const, letterSpacing: 0 },
  metric: {
    fontSize: 28,
    lineHeight: '36px',
    fontWeight: semibold,
    letterSpacing: '-0.025em',
    fontVariantNumeric: 'tabular-nums',
  },
}

declare module '@mui/material/styles' {
  interface TypographyVariants {
    metric: React.CSSProperties
  }
  interface TypographyVariantsOptions {
    metric?: React.CSSProperties
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    metric: true
  }
}

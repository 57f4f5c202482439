import { type Overrides, vars } from './vars.js'

/** Elements that contain text. `mark` is left out, because the rule would separate its letters from the rest of the word. */
const TEXTS =
  ':where(h1, h2, h3, h4, h5, h6, p, li, dt, dd, th, td, a, button, label, legend, summary, option, figcaption, div, span, input, textarea)'

/** Base styles of every page. */
export const base: Overrides = {
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      'html, body, #root': { height: '100%' },
      // Breaks a word longer than its line. Aligns right-to-left text to the left, too.
      body: {
        textAlign: 'left',
        fontSize: 13,
        lineHeight: '20px',
        WebkitFontSmoothing: 'antialiased',
        overflowWrap: 'break-word',
      },
      // The container provides the spacing and the list markers.
      'ul, ol, dl, dd, p': { margin: 0, padding: 0, listStyle: 'none' },
      // Makes the letters of each text decide its direction, and the place of digits and punctuation in it. This is needed
      // for Hebrew or Arabic names on a left-to-right page.
      [TEXTS]: { unicodeBidi: 'plaintext' },
      // An element with only a name may break anywhere, so that it does not overflow.
      '[dir=auto]': { overflowWrap: 'anywhere' },
      fieldset: { margin: 0, padding: 0, border: 0, minWidth: 0 },
      legend: { padding: 0 },
      // Search match in a name, or a new entry.
      mark: { fontWeight: 600, color: vars(theme).primary.main, backgroundColor: 'transparent' },
      ins: { textDecoration: 'none' },
      // Keeps an icon's size, even with little room beside its text.
      '.lucide': { flex: 'none' },
      ':focus-visible': { outline: `2px solid ${vars(theme).primary.main}`, outlineOffset: 2 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { animationDuration: '0.01ms', animationIterationCount: 1, transitionDuration: '80ms' },
      },
    }),
  },
  MuiPaper: {
    defaultProps: { variant: 'outlined', elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderRadius: 10 } },
  },
  MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
  MuiLink: { defaultProps: { underline: 'hover' } },
}

import { type Overrides, vars } from './vars.js'

/** Whatever words stand in. Marks within a word are none: they would part its letters. */
const TEXTS =
  ':where(h1, h2, h3, h4, h5, h6, p, li, dt, dd, th, td, a, button, label, legend, summary, option, figcaption, div, span, input, textarea)'

/** What every page starts from. */
export const base: Overrides = {
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      'html, body, #root': { height: '100%' },
      // a word longer than its line breaks; what is read from right to left stands at the left all the same
      body: {
        textAlign: 'left',
        fontSize: 13,
        lineHeight: '20px',
        WebkitFontSmoothing: 'antialiased',
        overflowWrap: 'break-word',
      },
      // what they stand in keeps them apart, and draws the marks of a list
      'ul, ol, dl, dd, p': { margin: 0, padding: 0, listStyle: 'none' },
      // each text runs as its own letters do, and keeps its digits and signs: names are Hebrew or Arabic on a page that is not
      [TEXTS]: { unicodeBidi: 'plaintext' },
      // nothing but a name: however long it is, it stays where it stands
      '[dir=auto]': { overflowWrap: 'anywhere' },
      fieldset: { margin: 0, padding: 0, border: 0, minWidth: 0 },
      legend: { padding: 0 },
      // what was found in a name, and what is new
      mark: { fontWeight: 600, color: vars(theme).primary.main, backgroundColor: 'transparent' },
      ins: { textDecoration: 'none' },
      // an icon keeps its size, however little room its words leave
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

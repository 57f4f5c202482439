import { motion } from '../tokens.js'
import { type Bare, type Overrides, vars } from './vars.js'

/** The buttons below what a dialog or a drawer asks: on the right, below each other where they do not fit. */
const footerLook = (theme: Bare) => ({
  flex: 'none',
  flexWrap: 'wrap' as const,
  justifyContent: 'flex-end',
  gap: 8,
  padding: '14px 24px',
  borderTop: `1px solid ${vars(theme).divider}`,
})

/** What lies over the page: it alone has a shadow. */
export const surfaces: Overrides = {
  MuiDrawer: {
    defaultProps: { transitionDuration: motion.drawer },
    styleOverrides: {
      paper: ({ theme }) => ({
        border: 0,
        borderRadius: 0,
        boxShadow: vars(theme).lift.modal,
        backgroundColor: vars(theme).background.paper,
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 12,
        backgroundColor: vars(theme).surface.raised,
        border: `1px solid ${vars(theme).line.strong}`,
        boxShadow: vars(theme).lift.modal,
      }),
    },
  },
  MuiDialogTitle: { defaultProps: { variant: 'h3' }, styleOverrides: { root: { overflowWrap: 'anywhere' } } },
  // parts of one width below each other, as far apart as fields are
  MuiDialogContent: {
    styleOverrides: { root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 16 } },
  },
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: { root: ({ theme }) => footerLook(theme) },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme }) => ({ '&:not(.MuiBackdrop-invisible)': { backgroundColor: vars(theme).surface.scrim } }),
    },
  },
  MuiMenu: { defaultProps: { transitionDuration: motion.menu } },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 10,
        backgroundColor: vars(theme).surface.raised,
        border: `1px solid ${vars(theme).line.strong}`,
        boxShadow: vars(theme).lift.pop,
      }),
    },
  },
  MuiList: { styleOverrides: { root: { padding: 4 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 32,
        padding: '4px 8px',
        borderRadius: 6,
        gap: 8,
        fontSize: 13,
        lineHeight: '20px',
        // a name in a menu is told whole, on several lines where it must
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        '@media (pointer: coarse)': { minHeight: 44 },
        '&:hover, &.Mui-focusVisible': { backgroundColor: vars(theme).surface.hoverRaised },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: vars(theme).surface.hoverRaised, fontWeight: 600 },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 0, disableInteractive: false },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 400,
        padding: '4px 8px',
        borderRadius: 6,
        color: vars(theme).background.paper,
        backgroundColor: vars(theme).text.primary,
      }),
    },
  },
}

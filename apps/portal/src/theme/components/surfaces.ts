import { motion } from '../tokens.js'
import { type Bare, type Overrides, vars } from './vars.js'

/** Buttons at the foot of a dialog or drawer: right-aligned, and wrapped onto several lines if they do not fit. */
const footerLook = (theme: Bare) => ({
  flex: 'none',
  flexWrap: 'wrap' as const,
  justifyContent: 'flex-end',
  gap: 8,
  padding: '14px 24px',
  borderTop: `1px solid ${vars(theme).divider}`,
})

/** Layers above the page. Only these have a shadow. */
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
  // Parts of the full width below each other. The gap between them is the same as between fields.
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
        // Shows a long name in a menu in full, on several lines if necessary.
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

import type { Components, Theme } from '@mui/material/styles'
import { ChevronDown } from 'lucide-react'
import { createElement } from 'react'
import { motion } from './tokens.js'

type Vars = Theme & { vars: NonNullable<Theme['vars']> }
const vars = (theme: Omit<Theme, 'components'>) => (theme as Vars).vars.palette
const chevron = (className?: string) =>
  createElement(ChevronDown, { className, size: 16, strokeWidth: 1.75, 'aria-hidden': true })
const softRing = (color: string, share: number) => `0 0 0 3px color-mix(in srgb, ${color} ${share}%, transparent)`

const alertLook = (theme: Theme | Omit<Theme, 'components'>) => {
  const { moving, primary, warning, missing } = vars(theme)
  const look = (soft: string | undefined, main: string, line = 'transparent') => ({
    backgroundColor: soft,
    borderColor: line,
    '& .MuiAlert-icon': { color: main },
  })
  return {
    success: look(moving.soft, moving.main),
    info: look(primary.soft, primary.main, primary.line),
    warning: look(warning.soft, warning.main, warning.line),
    error: look(missing.soft, missing.main),
  }
}

/** How Material UI's controls look here: one border, no elevation, no ripple, the measures of the design language. */
export const components: Components<Omit<Theme, 'components'>> = {
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      'html, body, #root': { height: '100%' },
      body: { fontSize: 13, lineHeight: '20px', WebkitFontSmoothing: 'antialiased' },
      ':focus-visible': { outline: `2px solid ${vars(theme).primary.main}`, outlineOffset: 2 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { animationDuration: '0.01ms', animationIterationCount: 1, transitionDuration: '80ms' },
      },
    }),
  },
  MuiButton: {
    defaultProps: { variant: 'outlined', disableElevation: true, color: 'primary' },
    styleOverrides: {
      root: ({ theme }) => ({
        minWidth: 0,
        minHeight: 36,
        padding: '0 14px',
        borderRadius: 8,
        gap: 8,
        transition: `background-color ${motion.hover}ms ${motion.easing}, border-color ${motion.hover}ms ${motion.easing}`,
        '& .MuiButton-startIcon': { margin: 0, marginLeft: -2 },
        '& .MuiButton-endIcon': { margin: 0, marginRight: -2 },
        '&:focus-visible': { outline: 'none', boxShadow: softRing(vars(theme).primary.main, 40) },
        variants: [
          {
            props: { variant: 'outlined' },
            style: {
              color: vars(theme).text.primary,
              borderColor: vars(theme).line.strong,
              backgroundColor: vars(theme).background.paper,
              '&:hover': { backgroundColor: vars(theme).surface.hoverRaised, borderColor: vars(theme).control.main },
            },
          },
          { props: { variant: 'contained' }, style: { fontWeight: 600 } },
          { props: { variant: 'text' }, style: { color: vars(theme).text.secondary } },
        ],
      }),
      sizeSmall: { minHeight: 28, padding: '0 10px', fontSize: 12, lineHeight: '16px' },
      sizeLarge: { minHeight: 48, padding: '0 20px', fontSize: 14 },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 32,
        height: 32,
        padding: 0,
        borderRadius: 8,
        color: vars(theme).text.secondary,
        '&:hover': { backgroundColor: vars(theme).surface.hoverRaised, color: vars(theme).text.primary },
      }),
    },
  },
  MuiPaper: {
    defaultProps: { variant: 'outlined', elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderRadius: 10 } },
  },
  MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
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
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', fullWidth: true } },
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      outlined: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 4,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 500,
        color: vars(theme).text.primary,
        '&.Mui-focused, &.Mui-error': { color: vars(theme).text.primary },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        fontSize: 13,
        lineHeight: '20px',
        minHeight: 36,
        backgroundColor: vars(theme).background.paper,
        '& .MuiOutlinedInput-notchedOutline': { top: 0, borderColor: vars(theme).control.main, '& legend': { display: 'none' } },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: vars(theme).text.tertiary },
        '&.Mui-focused': { boxShadow: softRing(vars(theme).primary.main, 22) },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1, borderColor: vars(theme).primary.main },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: vars(theme).missing.main },
        '&.Mui-error.Mui-focused': { boxShadow: softRing(vars(theme).missing.main, 20) },
        '@media (pointer: coarse)': { minHeight: 44, fontSize: 16 },
      }),
      input: ({ theme }) => ({
        height: 20,
        padding: '8px 10px',
        '&:focus-visible': { outline: 'none' },
        '&::placeholder': { color: vars(theme).text.tertiary, opacity: 1 },
      }),
      multiline: { padding: 0 },
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ({ className }: { className?: string }) => chevron(className) },
    styleOverrides: { icon: ({ theme }) => ({ top: 'calc(50% - 8px)', right: 10, color: vars(theme).text.secondary }) },
  },
  MuiAutocomplete: {
    defaultProps: { popupIcon: chevron() },
    styleOverrides: {
      // as far from its edge as the text of any other field
      inputRoot: { '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': { paddingLeft: 4 } },
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { margin: '4px 0 0', fontSize: 12, lineHeight: '16px', display: 'flex', gap: 4 } },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 40 },
      indicator: { height: 2, transitionDuration: `${motion.tab}ms` },
      list: { gap: 24 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        minWidth: 0,
        padding: 0,
        fontSize: 13,
        fontWeight: 500,
        color: vars(theme).text.secondary,
        '&.Mui-selected': { color: vars(theme).text.primary, fontWeight: 600 },
      }),
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 2,
        gap: 2,
        borderRadius: 8,
        border: `1px solid ${vars(theme).divider}`,
        backgroundColor: vars(theme).surface.subtle,
      }),
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 28,
        padding: '0 12px',
        border: '1px solid transparent',
        borderRadius: '6px !important',
        fontSize: 13,
        lineHeight: '20px',
        fontWeight: 500,
        color: vars(theme).text.secondary,
        '@media (pointer: coarse)': { minHeight: 40 },
        '&.Mui-selected, &.Mui-selected:hover': {
          fontWeight: 600,
          color: vars(theme).text.primary,
          backgroundColor: vars(theme).background.paper,
          borderColor: vars(theme).line.strong,
        },
      }),
    },
  },
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 22,
        borderRadius: 6,
        fontSize: 12,
        fontWeight: 500,
        '&.MuiChip-outlined': { borderColor: vars(theme).line.strong },
      }),
      label: { paddingLeft: 8, paddingRight: 8 },
      icon: { marginLeft: 6, marginRight: -4 },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '4px 12px',
        fontSize: 13,
        lineHeight: '20px',
        color: vars(theme).text.primary,
        borderColor: vars(theme).divider,
        '& .MuiAlert-icon': { padding: '8px 0', marginRight: 10, fontSize: 20 },
        variants: (['success', 'info', 'warning', 'error'] as const).map((severity) => ({
          props: { severity, variant: 'standard' as const },
          style: alertLook(theme)[severity],
        })),
      }),
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 32, height: 18, padding: 0, overflow: 'visible', flex: 'none' },
      switchBase: ({ theme }) => ({
        padding: 2,
        color: vars(theme).control.main,
        '&.Mui-checked': { transform: 'translateX(14px)', color: vars(theme).primary.contrastText },
        '&.Mui-checked + .MuiSwitch-track': {
          opacity: 1,
          borderColor: vars(theme).primary.main,
          backgroundColor: vars(theme).primary.main,
        },
        '&.Mui-focusVisible + .MuiSwitch-track': { outline: `2px solid ${vars(theme).primary.main}`, outlineOffset: 2 },
        // room for a finger around it
        '@media (pointer: coarse)': { '& input': { top: -13, height: 44 } },
      }),
      thumb: { width: 14, height: 14, boxShadow: 'none' },
      track: ({ theme }) => ({
        boxSizing: 'border-box',
        opacity: 1,
        borderRadius: 9,
        border: `1px solid ${vars(theme).control.main}`,
        backgroundColor: vars(theme).background.paper,
      }),
    },
  },
  MuiLinearProgress: { styleOverrides: { root: { height: 4, borderRadius: 2 } } },
  MuiCircularProgress: { defaultProps: { size: 16, thickness: 5 } },
  MuiSkeleton: {
    defaultProps: { variant: 'rounded' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 6,
        background: `linear-gradient(90deg, ${vars(theme).surface.skeleton}, ${vars(theme).surface.subtle})`,
      }),
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
}

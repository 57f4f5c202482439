import { motion } from '../tokens.js'
import { type Overrides, softRing, vars } from './vars.js'

/** Buttons and other controls: one border, no elevation, no ripple, sizes of the design language. */
export const controls: Overrides = {
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
        // Disabled control that shows the reason why it is disabled.
        '&[aria-disabled=true]': { opacity: 0.55, cursor: 'not-allowed' },
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
          { props: { variant: 'outlined', color: 'error' }, style: { color: vars(theme).missing.main } },
          { props: { variant: 'contained' }, style: { fontWeight: 600 } },
          // Action that cannot be undone.
          {
            props: { variant: 'contained', color: 'error' },
            style: {
              '&:not(.Mui-disabled), &:not(.Mui-disabled):hover': {
                color: vars(theme).danger.contrastText,
                backgroundColor: vars(theme).danger.main,
              },
            },
          },
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
        // Larger touch area around the switch.
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
}

import { ChevronDown } from 'lucide-react'
import { createElement } from 'react'
import { wordFilter } from '../word-filter.js'
import { type Overrides, softRing, vars } from './vars.js'

const chevron = (className?: string) => createElement(ChevronDown, { className })

/** Form fields: the label above, the hint below, one border between. */
export const fields: Overrides = {
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
        textOverflow: 'ellipsis',
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
    defaultProps: { popupIcon: chevron(), filterOptions: wordFilter() },
    styleOverrides: {
      // The same distance from the edge as the text of other fields.
      inputRoot: { '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': { paddingLeft: 4 } },
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: {
        margin: '0 0 0 -8px',
        // A switch has no space around itself, so its label needs no correction of the margin.
        '&:has(.MuiSwitch-root)': { marginLeft: 0, gap: 8 },
      },
    },
  },
  MuiFormGroup: { styleOverrides: { row: { columnGap: 16 } } },
  MuiInputAdornment: { styleOverrides: { root: ({ theme }) => ({ color: vars(theme).text.tertiary }) } },
  MuiListItemText: { styleOverrides: { root: { margin: 0 } } },
  MuiFormHelperText: {
    styleOverrides: { root: { margin: '4px 0 0', fontSize: 12, lineHeight: '16px', display: 'flex', gap: 4 } },
  },
}

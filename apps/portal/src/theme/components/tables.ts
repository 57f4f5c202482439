import { type Overrides, vars } from './vars.js'

/** Material UI's tables and checkboxes: 36 px heads, 44 px rows, lines between rows only. */
export const tables: Overrides = {
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '0 12px',
        height: 44,
        fontSize: 13,
        lineHeight: '20px',
        letterSpacing: '-.01em',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        borderColor: vars(theme).divider,
        color: vars(theme).text.primary,
        backgroundColor: 'inherit',
      }),
      head: ({ theme }) => ({
        height: 36,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 500,
        letterSpacing: 0,
        color: vars(theme).text.tertiary,
        backgroundColor: vars(theme).background.paper,
      }),
    },
  },
  MuiTableBody: {
    styleOverrides: {
      // The last row has no line, because the element below the table has one.
      root: { '& > tr:last-of-type > td': { borderBottom: 0 } },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        gap: 4,
        minHeight: 24,
        borderRadius: 4,
        '&:hover, &.Mui-active': { color: vars(theme).text.primary },
        '&.Mui-active': { fontWeight: 600 },
      }),
      icon: { width: 14, height: 14, margin: 0, opacity: 0 },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 6,
        color: vars(theme).control.main,
        // Disabled control that shows the reason why it is disabled.
        '&:has([aria-disabled=true])': { opacity: 0.55, cursor: 'not-allowed' },
        '&.Mui-focusVisible': { outline: `2px solid ${vars(theme).primary.main}`, outlineOffset: -2, borderRadius: 6 },
        '& .MuiSvgIcon-root': { fontSize: 18 },
      }),
    },
  },
}

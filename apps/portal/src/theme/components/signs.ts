import { type Bare, type Overrides, vars } from './vars.js'

const alertLook = (theme: Bare) => {
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

/** Alerts, chips and other status elements. */
export const signs: Overrides = {
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 22,
        borderRadius: 6,
        fontSize: 12,
        fontWeight: 500,
        // Tag chip.
        '&.MuiChip-outlined': { height: 20, borderRadius: 5, borderColor: vars(theme).line.strong },
      }),
      label: { paddingLeft: 8, paddingRight: 8 },
      icon: { marginLeft: 6, marginRight: -4, color: 'inherit' },
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
        '& .MuiAlert-message': { flex: 1, minWidth: 0 },
        variants: (['success', 'info', 'warning', 'error'] as const).map((severity) => ({
          props: { severity, variant: 'standard' as const },
          style: alertLook(theme)[severity],
        })),
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
}

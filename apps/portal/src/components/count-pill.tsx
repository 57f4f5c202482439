import { styled } from '@mui/material/styles'
import { vars } from '../theme/components/vars.js'

/** Count beside the label that it belongs to: neutral, or in the colour of a selected or urgent item. */
export const CountPill = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone?: 'primary' | 'missing' }>(
  ({ theme, tone }) => ({
    flex: 'none',
    minWidth: 20,
    padding: '0 6px',
    borderRadius: 6,
    textAlign: 'center',
    fontSize: 12,
    lineHeight: '18px',
    fontVariantNumeric: 'tabular-nums',
    color: vars(theme).text.secondary,
    backgroundColor: vars(theme).surface.subtle,
    ...(tone && { color: vars(theme)[tone].main, backgroundColor: vars(theme)[tone].soft }),
  }),
)

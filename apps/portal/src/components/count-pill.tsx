import { styled } from '@mui/material/styles'
import { vars } from '../theme/components/vars.js'

/** How many, beside the word for it: quiet, or the colour of what is chosen or pressing. */
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

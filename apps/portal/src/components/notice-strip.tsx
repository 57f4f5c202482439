import { styled } from '@mui/material/styles'
import { vars } from '../theme/components/vars.js'

/** Notice strip above every screen, in the colour of its tone. */
export const NoticeStrip = styled('div', { shouldForwardProp: (name) => name !== 'tone' })<{
  tone: 'primary' | 'warning' | 'missing'
}>(({ theme, tone }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(0.5, 1.5),
  flex: 'none',
  minHeight: 44,
  padding: theme.spacing(0.75, 2),
  overflowWrap: 'anywhere',
  backgroundColor: vars(theme)[tone].soft,
  borderBottom: `1px solid ${tone === 'warning' ? vars(theme).warning.line : vars(theme).divider}`,
  '& > :is(p, span)': { minWidth: 0 },
}))

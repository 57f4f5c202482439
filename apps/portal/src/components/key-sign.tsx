import { styled } from '@mui/material/styles'
import { vars } from '../theme/components/vars.js'

/** Keyboard key in a text. */
export const KeySign = styled('kbd')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 20,
  padding: theme.spacing(0, 0.5),
  font: 'inherit',
  fontSize: 11,
  lineHeight: '18px',
  textAlign: 'center',
  whiteSpace: 'nowrap',
  flex: 'none',
  borderRadius: 5,
  border: `1px solid ${vars(theme).line.strong}`,
  backgroundColor: vars(theme).background.paper,
  color: vars(theme).text.secondary,
}))

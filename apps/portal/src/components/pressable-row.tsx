import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { vars } from '../theme/components/vars.js'

/** Row that can be pressed to select it. The selected row has the accent colour. */
export const PressableRow = styled(ButtonBase)(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: theme.spacing(1, 2),
  textAlign: 'left',
  fontSize: 13,
  lineHeight: '20px',
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { backgroundColor: vars(theme).surface.hover },
  '&[aria-pressed=true]': {
    backgroundColor: vars(theme).accent.soft,
    boxShadow: `inset 3px 0 0 ${vars(theme).accent.main}`,
  },
  '&:focus-visible': { outline: `2px solid ${vars(theme).primary.main}`, outlineOffset: -2 },
}))

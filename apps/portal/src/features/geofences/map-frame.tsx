import { styled } from '@mui/material/styles'
import { vars } from '../../theme/components/vars.js'

/** Frame of a map among other content. */
export const MapFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 320,
  overflow: 'hidden',
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
}))

import { styled } from '@mui/material/styles'
import { softOf, type SoftTone } from '../theme/tones.js'

/** Square in the soft tone of a state, with an icon or number in the middle. */
export const SoftTile = styled('span', { shouldForwardProp: (name) => name !== 'tone' && name !== 'size' })<{
  tone: SoftTone
  size: number
}>(({ theme, tone, size }) =>
  theme.unstable_sx({
    display: 'grid',
    placeContent: 'center',
    flex: 'none',
    width: size,
    height: size,
    borderRadius: `${Math.round(size * 0.27)}px`,
    ...softOf(tone),
    '& strong': { fontWeight: 600 },
  }),
)

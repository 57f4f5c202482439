import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { counted } from '../../lib/format/numbers.js'

/** Between the tools and the list, over both: it moves nothing. */
const Line = styled('div')({ position: 'relative', flex: 'none', height: 0, zIndex: 3 })
const Pill = styled(Button)(({ theme }) => ({
  position: 'absolute',
  top: theme.spacing(-1),
  left: '50%',
  minHeight: 24,
  paddingBlock: 1,
  borderRadius: 999,
  whiteSpace: 'nowrap',
  transform: 'translate(-50%, -50%)',
  boxShadow: 'var(--mui-palette-lift-pop)',
  '@media (pointer: coarse)': { minHeight: 36 },
}))

/** How many rows have come on top of a list since it was shown; they are shown when somebody asks for them. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('table')
  return (
    <Line aria-live="polite">
      {count > 0 && (
        <Pill size="small" variant="contained" startIcon={<ArrowUp size={14} />} onClick={onShow}>
          {t('newRows', counted(count))}
        </Pill>
      )}
    </Line>
  )
}

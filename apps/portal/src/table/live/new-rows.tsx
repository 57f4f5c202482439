import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
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

/** The first row; of cards, which take no focus themselves, what the first one has to press. */
const FIRST = 'tbody > tr, li input, li button'

interface NewRowsProps {
  count: number
  onShow: () => void
  /** What they are shown in. */
  list: RefObject<HTMLElement | null>
}

/** How many rows have come on top of a list since it was shown; they are shown when somebody asks for them, the focus on the first. */
export function NewRows({ count, onShow, list }: NewRowsProps) {
  const { t } = useTranslation('table')
  const isAsked = useRef(false)
  useEffect(() => {
    if (count > 0 || !isAsked.current) return
    isAsked.current = false
    // Whoever went elsewhere meanwhile stays there.
    if (document.activeElement === document.body) list.current?.querySelector<HTMLElement>(FIRST)?.focus()
  }, [count, list])
  const show = () => {
    isAsked.current = true
    onShow()
  }
  return (
    <Line aria-live="polite">
      {count > 0 && (
        <Pill size="small" variant="contained" startIcon={<ArrowUp size={14} />} onClick={show}>
          {t('newRows', counted(count))}
        </Pill>
      )}
    </Line>
  )
}

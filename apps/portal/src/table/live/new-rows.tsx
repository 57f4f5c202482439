import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { counted } from '../../lib/format/numbers.js'

/**
 * Line for the button. It is between the toolbar and the list and covers parts of both, so that nothing moves when the button
 * appears.
 */
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

/**
 * Selector of the first row. A card cannot take the focus, so for a list of cards this is the first control within the first
 * card.
 */
const FIRST = 'tbody > tr, li input, li button'

interface NewRowsProps {
  count: number
  onShow: () => void
  /** Element that contains the list. */
  list: RefObject<HTMLElement | null>
}

/** Button with the number of new rows, on top of a list. It shows the new rows and focuses the first one. */
export function NewRows({ count, onShow, list }: NewRowsProps) {
  const { t } = useTranslation('table')
  const isAsked = useRef(false)
  useEffect(() => {
    if (count > 0 || !isAsked.current) return
    isAsked.current = false
    // Moves the focus only if the user has not moved it meanwhile.
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

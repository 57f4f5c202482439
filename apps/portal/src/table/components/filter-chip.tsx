import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout/layout.js'
import { Span } from '../../components/layout/text.js'
import { Popup } from '../../components/popup.js'
import { usePopup } from '../../components/use-popup.js'
import type { Filter } from '../table-definition.js'
import { FilterEditor } from './filter-editor.js'
import { useFilterWords } from './use-filter-words.js'

interface FilterChipProps {
  filter: Filter
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/**
 * Chip of a filter that opens the filter's editor. An unused filter's chip is dashed. A used filter's chip shows its value and a
 * remove button.
 */
export function FilterChip({ filter, value, onChange }: FilterChipProps) {
  const { t } = useTranslation('table')
  const words = useFilterWords()
  const { isOpen, open, close, popup } = usePopup()
  const isUsed = value !== undefined
  return (
    <Box
      sx={{
        display: 'inline-flex',
        flex: { xs: 'none', md: isUsed ? '0 1 auto' : 'none' },
        minWidth: 0,
        height: { xs: 44, md: 32 },
        maxWidth: 320,
        borderRadius: '8px',
        border: 1,
        borderStyle: isUsed ? 'solid' : 'dashed',
        borderColor: 'line.strong',
        bgcolor: isUsed ? 'background.paper' : 'transparent',
      }}
    >
      <ChipButton label={filter.label} words={isUsed ? words(filter, value) : undefined} isOpen={isOpen} onOpen={open} />
      {isUsed && (
        <ButtonBase
          aria-label={t('filters.remove', { filter: filter.label })}
          onClick={() => onChange(undefined)}
          sx={{ flex: 'none', width: { xs: 44, md: 28 }, borderRadius: '8px', color: 'text.secondary' }}
        >
          <X size={14} />
        </ButtonBase>
      )}
      <Popup popup={popup} label={filter.label} edge="left" width={280}>
        <Stack pad={1.5}>
          <FilterEditor filter={filter} value={value} onChange={onChange} onDone={close} />
        </Stack>
      </Popup>
    </Box>
  )
}

interface ChipButtonProps {
  label: string
  /** Value in words. Undefined while the filter is not used. */
  words: string | undefined
  isOpen: boolean
  onOpen: ReturnType<typeof usePopup>['open']
}

function ChipButton({ label, words, isOpen, onOpen }: ChipButtonProps) {
  const isUsed = words !== undefined
  return (
    <ButtonBase
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
      sx={{
        gap: 0.75,
        px: 1.25,
        pr: isUsed ? 0.5 : 1.25,
        minWidth: 0,
        borderRadius: '8px',
        fontSize: 13,
        fontWeight: 500,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      {!isUsed && <Plus size={14} />}
      <Span tone={isUsed ? 'primary' : undefined}>{label}</Span>
      {isUsed && (
        <Span tone="link" weight="strong" clipped>
          {words}
        </Span>
      )}
    </ButtonBase>
  )
}

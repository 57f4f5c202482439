import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../table-definition.js'
import { FilterEditor } from './filter-editor.js'
import { useFilterWords } from './use-filter-words.js'

interface FilterChipProps {
  filter: Filter
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One typed filter: dashed while unused, with its value and a way to take it off while used; opens its editor. */
export function FilterChip({ filter, value, onChange }: FilterChipProps) {
  const { t } = useTranslation('table')
  const words = useFilterWords()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const isUsed = value !== undefined
  const close = () => setAnchor(undefined)
  return (
    <Box
      sx={{
        display: 'inline-flex',
        flex: 'none',
        height: { xs: 44, md: 32 },
        maxWidth: 320,
        borderRadius: '8px',
        border: 1,
        borderStyle: isUsed ? 'solid' : 'dashed',
        borderColor: 'line.strong',
        bgcolor: isUsed ? 'background.paper' : 'transparent',
      }}
    >
      <ChipButton
        label={filter.label}
        words={isUsed ? words(filter, value) : undefined}
        isOpen={anchor !== undefined}
        onOpen={setAnchor}
      />
      {isUsed && (
        <ButtonBase
          aria-label={t('filters.remove', { filter: filter.label })}
          onClick={() => onChange(undefined)}
          sx={{ width: { xs: 44, md: 28 }, borderRadius: '8px', color: 'text.secondary' }}
        >
          <X size={14} />
        </ButtonBase>
      )}
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': filter.label, sx: { mt: 0.5, p: 1.5, width: 280 } } }}
      >
        <FilterEditor filter={filter} value={value} onChange={onChange} onDone={close} />
      </Popover>
    </Box>
  )
}

interface ChipButtonProps {
  label: string
  /** Its value, in words; absent while it is unused. */
  words: string | undefined
  isOpen: boolean
  onOpen: (anchor: HTMLElement) => void
}

function ChipButton({ label, words, isOpen, onOpen }: ChipButtonProps) {
  const isUsed = words !== undefined
  return (
    <ButtonBase
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
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
      <Box component="span" sx={{ color: isUsed ? 'text.primary' : undefined }}>
        {label}
      </Box>
      {isUsed && (
        <Box component="span" sx={{ color: 'primary.main', fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {words}
        </Box>
      )}
    </ButtonBase>
  )
}

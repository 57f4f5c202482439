import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import type { FleetMarker } from '../fleet.js'
import { SearchResults } from './search-results.js'

/** More than one looks through; the count tells of the rest. */
const MOST_SHOWN = 50

export interface SearchBoxProps {
  inputRef: Ref<HTMLInputElement>
  query: string
  onQuery: (query: string) => void
  results: readonly FleetMarker[]
  total: number
  /** The state glyph of a vehicle, as the map draws it now. */
  glyphOf: (marker: FleetMarker) => ReactNode
  onChoose: (entityId: number) => void
  /** The vehicle under the arrow keys or the pointer. */
  onHighlight: (entityId: number | undefined) => void
}

/** Finds a vehicle by name, IMEI, short name or vendor: a combobox, its list the keyboard's way to every marker. */
export function SearchBox({ inputRef, query, onQuery, results, total, glyphOf, onChoose, onHighlight }: SearchBoxProps) {
  const { t } = useTranslation('map')
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = results.slice(0, MOST_SHOWN)
  const isListed = isOpen && query.trim() !== ''
  const activeMarker = isListed ? shown[active] : undefined
  const activeId = activeMarker?.entityId
  useEffect(() => onHighlight(activeId), [onHighlight, activeId])

  const choose = (marker: FleetMarker) => {
    setIsOpen(false)
    onChoose(marker.entityId)
  }
  const change = (text: string) => {
    onQuery(text)
    setIsOpen(true)
    setActive(-1)
  }
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: shown.length - 1 }
    const next = moves[event.key]
    if (next !== undefined && query !== '' && shown.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      setActive((next + shown.length) % shown.length)
    } else if (event.key === 'Enter') {
      const marker = activeMarker ?? shown[0]
      if (isListed && marker) choose(marker)
    } else if (event.key === 'Escape' && query !== '') {
      event.stopPropagation()
      if (isListed) setIsOpen(false)
      else change('')
    }
  }

  return (
    <Box
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
      sx={{ position: 'relative', zIndex: 1, width: { xs: '100%', md: 344 } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          height: { xs: 48, md: 40 },
          px: 1.5,
          borderRadius: { xs: '12px', md: '8px' },
          border: 1,
          borderColor: 'control.main',
          bgcolor: 'background.paper',
          boxShadow: 'var(--mui-palette-lift-pop)',
          '&:focus-within': {
            borderColor: 'primary.main',
            boxShadow: '0 0 0 3px color-mix(in srgb, var(--mui-palette-primary-main) 22%, transparent)',
          },
        }}
      >
        <Box component={Search} aria-hidden size={16} strokeWidth={1.75} sx={{ color: 'text.secondary', flex: 'none' }} />
        <InputBase
          inputRef={inputRef}
          value={query}
          placeholder={t('search.placeholder')}
          onChange={({ target }) => change(target.value)}
          onFocus={() => setIsOpen(true)}
          onKeyDown={press}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': t('search.label'),
              'aria-expanded': isListed,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': activeMarker && `${listId}-${activeMarker.entityId}`,
              autoComplete: 'off',
              spellCheck: false,
            },
          }}
          sx={{ flex: 1, minWidth: 0, fontSize: { xs: 16, md: 13 }, '& input:focus-visible': { outline: 'none' } }}
        />
        {query === '' ? (
          <Shortcut />
        ) : (
          <>
            <Box
              component="span"
              aria-live="polite"
              sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
            >
              {t('search.count', { found: results.length, total })}
            </Box>
            <TooltipIconButton label={t('search.clear')} icon={X} onClick={() => change('')} sx={{ mr: -1 }} />
          </>
        )}
      </Box>
      {isListed && (
        <SearchResults
          id={listId}
          markers={shown}
          query={query}
          active={active}
          glyphOf={glyphOf}
          onHover={setActive}
          onChoose={choose}
        />
      )}
    </Box>
  )
}

function Shortcut() {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'block' },
        px: 0.75,
        fontFamily: 'inherit',
        fontSize: 12,
        lineHeight: '18px',
        color: 'text.secondary',
        border: 1,
        borderColor: 'line.strong',
        borderRadius: '5px',
      }}
    >
      /
    </Box>
  )
}

import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import { Search, X } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useClock } from '../../../lib/clock.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import { stateOf } from '../shown-markers.js'
import type { FleetSearch } from '../use-fleet-search.js'
import { type ResultListEvents, useResultList } from '../use-result-list.js'
import { SearchResults } from './search-results.js'

export interface SearchBoxProps extends ResultListEvents {
  inputRef: Ref<HTMLInputElement>
  search: FleetSearch
  total: number
  positions: PositionsStore
}

/** Finds a vehicle by name, IMEI, short name or vendor: a combobox, its list the keyboard's way to every marker. */
export function SearchBox({ inputRef, search, total, positions, ...events }: SearchBoxProps) {
  const { t } = useTranslation('map')
  const clock = useClock()
  const listId = useId()
  const { query, results } = search
  const list = useResultList(search, events)
  const { isListed, activeId } = list
  return (
    <Box
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) list.setIsOpen(false)
      }}
      sx={{ position: 'relative', zIndex: 1, width: { xs: '100%', md: 344 } }}
    >
      <Field>
        <Icon of={Search} tone="secondary" />
        <InputBase
          inputRef={inputRef}
          value={query}
          placeholder={t('search.placeholder')}
          onChange={({ target }) => list.change(target.value)}
          onFocus={() => list.setIsOpen(true)}
          onKeyDown={list.press}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': t('search.label'),
              'aria-expanded': isListed,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': activeId === undefined ? undefined : `${listId}-${activeId}`,
              autoComplete: 'off',
              spellCheck: false,
            },
          }}
          sx={{ flex: 1, minWidth: 0, fontSize: { xs: 16, md: 13 }, '& input:focus-visible': { outline: 'none' } }}
        />
        {query === '' ? <Shortcut /> : <Count found={results.length} total={total} onClear={() => list.change('')} />}
      </Field>
      {isListed && (
        <SearchResults
          id={listId}
          markers={list.shown}
          query={query}
          active={list.active}
          glyphOf={(marker) => <StateGlyph state={stateOf(marker, positions, clock.now())} />}
          onHover={list.setActive}
          onChoose={list.choose}
        />
      )}
    </Box>
  )
}

function Field({ children }: { children: ReactNode }) {
  return (
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
      {children}
    </Box>
  )
}

/** How many vehicles match, and the way back to none. */
function Count({ found, total, onClear }: { found: number; total: number; onClear: () => void }) {
  const { t } = useTranslation('map')
  return (
    <>
      <Box
        component="span"
        aria-live="polite"
        sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
      >
        {t('search.count', { found, total })}
      </Box>
      <TooltipIconButton label={t('search.clear')} icon={X} onClick={onClear} sx={{ mr: -1 }} />
    </>
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

import ButtonBase from '@mui/material/ButtonBase'
import InputBase from '@mui/material/InputBase'
import { styled } from '@mui/material/styles'
import { Menu as MenuIcon, Search, X } from 'lucide-react'
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { Initials } from '../../../components/initials.js'
import { KeySign } from '../../../components/key-sign.js'
import { Span } from '../../../components/layout/text.js'
import { useShellDoors } from '../../../components/shell-doors.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import type { Place as MapPlace } from '../../../lib/place.js'
import { useClock } from '../../../lib/clock.js'
import { useSession } from '../../../lib/session/session.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import type { MarkerState } from '../../../map/entity-state.js'
import { usePlaces } from '../../../map/places/use-places.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import { softRing, vars } from '../../../theme/components/vars.js'
import { stateOf } from '../shown-markers.js'
import type { FleetSearch } from '../use-fleet-search.js'
import { type ResultListEvents, useResultList } from '../use-result-list.js'
import { SearchResults } from './search-results.js'

interface SearchBoxProps extends ResultListEvents {
  inputRef: Ref<HTMLInputElement>
  search: FleetSearch
  /** Absent until the fleet is loaded. */
  total: number | undefined
  /** States that the user has chosen with the chips. The map shows only vehicles in these states. */
  states: ReadonlySet<MarkerState>
  onShowAll: () => void
  positions: PositionsStore
  /** Returns the middle of the map. Places close to it are listed first. */
  middleOf: () => MapPlace | undefined
}

/**
 * Searches vehicles by name, IMEI, short name or vendor, and places by name. It is a combobox, so that the keyboard
 * reaches every marker.
 */
export function SearchBox({ inputRef, search, total, states, onShowAll, positions, middleOf, ...events }: SearchBoxProps) {
  const { t } = useTranslation('map')
  const clock = useClock()
  const listId = useId()
  const { query, results } = search
  const places = usePlaces(query, middleOf)
  const list = useResultList(search, places, events)
  const { activeId } = list
  const isListed = list.isListed && total !== undefined
  return (
    <Place
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) list.setIsOpen(false)
      }}
    >
      <Field>
        <Start />
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
        />
        {query === '' ? (
          <End />
        ) : (
          <>
            <Span aria-live="polite" size="caption" tone="secondary" tabular>
              {total !== undefined && t('search.count', { found: results.length, total })}
            </Span>
            <TooltipIconButton label={t('search.clear')} icon={X} onClick={() => list.change('')} edge="end" />
          </>
        )}
      </Field>
      {isListed && (
        <SearchResults
          id={listId}
          lines={list.lines}
          places={places}
          query={query}
          states={states}
          onShowAll={onShowAll}
          activeId={activeId}
          glyphOf={(marker) => <StateGlyph state={stateOf(marker, positions, clock.now())} />}
          onHover={list.setActive}
          onChoose={list.choose}
        />
      )}
    </Place>
  )
}

/** Shows the app bar's buttons on a screen without an app bar: the menu before the search text, the account after it. */
function Start() {
  const { t } = useTranslation('shell')
  const doors = useShellDoors()
  if (!doors) return <Icon icon={Search} tone="secondary" />
  return <TooltipIconButton label={t('openMenu')} icon={MenuIcon} iconSize={18} onClick={doors.openMenu} edge="start" />
}

function End() {
  const { t } = useTranslation('shell')
  const doors = useShellDoors()
  const { user } = useSession()
  if (!doors) return <KeySign aria-hidden>/</KeySign>
  return (
    <Account aria-label={t('editAccount')} onClick={doors.openAccount}>
      <Initials person={user} size={32} />
    </Account>
  )
}

const Account = styled(ButtonBase)({ flex: 'none', borderRadius: 8, marginRight: -4 })
const Place = styled('div')(({ theme }) => ({
  position: 'relative',
  zIndex: 1,
  width: '100%',
  [theme.breakpoints.up('md')]: { width: 344 },
}))
const Field = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  height: 48,
  padding: theme.spacing(0, 1.5),
  borderRadius: 12,
  border: `1px solid ${vars(theme).control.main}`,
  backgroundColor: vars(theme).background.paper,
  boxShadow: vars(theme).lift.pop,
  whiteSpace: 'nowrap',
  '&:focus-within': { borderColor: vars(theme).primary.main, boxShadow: softRing(vars(theme).primary.main, 22) },
  '& .MuiInputBase-root': { flex: 1, minWidth: 0, fontSize: 16 },
  '& input:focus-visible': { outline: 'none' },
  [theme.breakpoints.down('md')]: { '& kbd': { display: 'none' } },
  [theme.breakpoints.up('md')]: { height: 40, borderRadius: 8, '& .MuiInputBase-root': { fontSize: 13 } },
}))

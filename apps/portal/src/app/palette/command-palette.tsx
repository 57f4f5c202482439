import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Fragment, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { KeySign } from '../../components/key-sign.js'
import { Pane, Row } from '../../components/layout/layout.js'
import { fleetQuery } from '../../features/home/queries/fleet-query.js'
import { toFleet } from '../../features/live-map/fleet.js'
import { useClock } from '../../lib/clock.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import { vars } from '../../theme/components/vars.js'
import { permittedScreens, useNotOffered } from '../layout/navigation.js'
import { useScreenWords } from '../screens.js'
import { actionEntries, ACTIONS, entityEntries, hitEntries, type PaletteEntry, screenEntries } from './palette-entries.js'
import { PaletteRow } from './palette-row.js'
import { useSearch } from '../../lib/search/use-search.js'

/** Any vehicle, person, business, tag, screen or action within one's rights, by typing a part of it (Ctrl K, T-06). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const listId = useId()
  const [query, setQuery] = useState('')
  const { groups, isUnderWay } = usePaletteGroups(query)
  const choose = (path: string) => {
    onClose()
    void navigate(path)
  }
  const { entries, active, activate, onKeyDown } = useActiveEntry(groups, ({ path }) => choose(path))
  const search = (next: string) => {
    setQuery(next)
    activate(0)
  }
  const optionId = (key: string) => `${listId}-${key}`
  return (
    <Dialog
      open
      onClose={onClose}
      aria-label={t('palette.open')}
      slotProps={{
        paper: { sx: { width: 640, maxWidth: 'calc(100% - 32px)', m: 2, alignSelf: 'flex-start', mt: { xs: 2, md: '132px' } } },
      }}
    >
      <PaletteInput
        query={query}
        onQuery={search}
        onKeyDown={onKeyDown}
        listId={listId}
        activeId={active && optionId(active.key)}
      />
      <Pane role="listbox" id={listId} aria-label={t('palette.open')} pad={1} scrolls>
        {groups.map((group) => (
          <Fragment key={group.key}>
            <Typography variant="overline" component="div" color="textSecondary" aria-hidden sx={{ px: 1.5, pt: 1, pb: 0.5 }}>
              {group.title}
            </Typography>
            {group.entries.map((entry) => (
              <PaletteRow
                key={entry.key}
                id={optionId(entry.key)}
                entry={entry}
                query={query}
                isActive={entry.key === active?.key}
                hint={t(HINTS[entry.kind])}
                onChoose={() => choose(entry.path)}
                onPoint={() => activate(entries.findIndex(({ key }) => key === entry.key))}
              />
            ))}
          </Fragment>
        ))}
      </Pane>
      {entries.length === 0 && !isUnderWay && (
        <Typography variant="body2" color="textSecondary" role="status" sx={{ p: 2.5, pt: 0, textAlign: 'center' }}>
          {t('palette.none', { query })}
        </Typography>
      )}
      <Keys>
        <KeySign>↑</KeySign>
        <KeySign>↓</KeySign>
        {t('palette.select')}
      </Keys>
    </Dialog>
  )
}

interface PaletteGroup {
  key: string
  title: string
  entries: readonly PaletteEntry[]
}

/** What Enter does with an entry. */
const HINTS = {
  entity: 'palette.show',
  screen: 'palette.goTo',
  action: 'palette.begin',
  person: 'palette.show',
  business: 'palette.show',
  tag: 'palette.itsVehicles',
} as const

/** All that matches, each kind under its title; no empty group. */
function usePaletteGroups(query: string): { groups: readonly PaletteGroup[]; isUnderWay: boolean } {
  const { t } = useTranslation('shell')
  const wordsOf = useScreenWords()
  const { permissions } = useSession().user
  const clock = useClock()
  const seesMap = usePermission('read:map')
  const { data } = useQuery({ ...fleetQuery, enabled: seesMap })
  const fleet = useMemo(() => data && toFleet(data), [data])
  const { hits, isUnderWay } = useSearch(query)
  const screens = (['home', ...permittedScreens(permissions, useNotOffered())] as const).map((screen) => ({
    screen,
    title: wordsOf(screen).title,
  }))
  const actions = ACTIONS.filter(({ needs }) => needs.every((permission) => permissions.includes(permission))).map(
    ({ key, path }) => ({ key, path, title: t(`palette.actions.${key}`) }),
  )
  const groups = [
    { key: 'entities', title: t('palette.entities'), entries: entityEntries({ fleet, hits, now: clock.now(), seesMap }, query) },
    { key: 'people', title: t('palette.people'), entries: hitEntries(hits, 'person') },
    { key: 'businesses', title: t('palette.businesses'), entries: hitEntries(hits, 'business') },
    { key: 'tags', title: t('palette.tags'), entries: hitEntries(hits, 'tag') },
    { key: 'actions', title: t('palette.begin'), entries: actionEntries(actions, query) },
    { key: 'goTo', title: t('palette.goTo'), entries: screenEntries(screens, query) },
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), isUnderWay }
}

/** The entry that Enter chooses, and the keys that lead to another one. */
function useActiveEntry(groups: readonly PaletteGroup[], onChoose: (entry: PaletteEntry) => void) {
  const [index, activate] = useState(0)
  const entries = groups.flatMap((group) => group.entries)
  const active = entries[Math.min(index, entries.length - 1)]
  const moves: Record<string, number> = {
    ArrowDown: (index + 1) % entries.length,
    ArrowUp: (index - 1 + entries.length) % entries.length,
    Home: 0,
    End: entries.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moves[event.key]
    if (event.key === 'Enter' && active) onChoose(active)
    else if (next !== undefined && entries.length > 0) activate(next)
    else return
    event.preventDefault()
  }
  return { entries, active, activate, onKeyDown }
}

interface PaletteInputProps {
  query: string
  onQuery: (query: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  listId: string
  activeId: string | undefined
}

function PaletteInput({ query, onQuery, onKeyDown, listId, activeId }: PaletteInputProps) {
  const { t } = useTranslation('shell')
  return (
    <Head>
      <Search size={18} />
      <InputBase
        autoFocus
        fullWidth
        value={query}
        placeholder={t('palette.placeholder')}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={onKeyDown}
        inputProps={{
          role: 'combobox',
          'aria-label': t('palette.placeholder'),
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': activeId,
          'aria-autocomplete': 'list',
        }}
        sx={{ fontSize: 16 }}
      />
      <KeySign>Esc</KeySign>
    </Head>
  )
}

const Head = styled(Row)(({ theme }) => ({
  flex: 'none',
  gap: theme.spacing(1.5),
  height: 56,
  padding: theme.spacing(0, 2.5),
  borderBottom: `1px solid ${vars(theme).divider}`,
}))
const Keys = styled(Row)(({ theme }) => ({
  padding: theme.spacing(1.25, 2.5),
  backgroundColor: vars(theme).surface.subtle,
  borderTop: `1px solid ${vars(theme).divider}`,
  fontSize: 12,
  color: vars(theme).text.secondary,
}))

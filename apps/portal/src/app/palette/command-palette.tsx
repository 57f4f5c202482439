import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Fragment, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fleetQuery } from '../../features/home/queries/fleet-query.js'
import { toFleet } from '../../features/live-map/fleet.js'
import { useClock } from '../../lib/clock.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import { permittedScreens } from '../layout/navigation.js'
import { useScreenWords } from '../screens.js'
import { entityEntries, screenEntries, type PaletteEntry } from './palette-entries.js'
import { Key, PaletteRow } from './palette-row.js'

/** Any vehicle and any permitted screen, by typing a part of it (Ctrl K). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const wordsOf = useScreenWords()
  const { user } = useSession()
  const clock = useClock()
  const navigate = useNavigate()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const { data } = useQuery({ ...fleetQuery, enabled: usePermission('read:map') })
  const fleet = useMemo(() => data && toFleet(data), [data])
  const screens = (['home', ...permittedScreens(user.permissions)] as const).map((screen) => ({
    screen,
    title: wordsOf(screen).title,
  }))
  const groups = [
    { key: 'entities', title: t('palette.entities'), entries: entityEntries(fleet, query, clock.now()) },
    { key: 'goTo', title: t('palette.goTo'), entries: screenEntries(screens, query) },
  ].filter(({ entries }) => entries.length > 0)
  const entries = groups.flatMap((group): PaletteEntry[] => group.entries)
  const active = entries[Math.min(activeIndex, entries.length - 1)]
  const optionId = (key: string) => `${listId}-${key}`

  const choose = (path: string) => {
    onClose()
    void navigate(path)
  }
  const moves: Record<string, () => number> = {
    ArrowDown: () => (activeIndex + 1) % entries.length,
    ArrowUp: () => (activeIndex - 1 + entries.length) % entries.length,
    Home: () => 0,
    End: () => entries.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (event.key === 'Enter' && active) choose(active.path)
    else if (move && entries.length > 0) setActiveIndex(move())
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      aria-label={t('palette.open')}
      slotProps={{
        paper: { sx: { width: 640, maxWidth: 'calc(100% - 32px)', m: 2, alignSelf: 'flex-start', mt: { xs: 2, md: '132px' } } },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          height: 56,
          px: 2.5,
          flex: 'none',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Search size={18} />
        <InputBase
          autoFocus
          fullWidth
          value={query}
          placeholder={t('palette.placeholder')}
          onChange={(event) => {
            setQuery(event.target.value)
            setActiveIndex(0)
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            role: 'combobox',
            'aria-label': t('palette.placeholder'),
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-activedescendant': active && optionId(active.key),
            'aria-autocomplete': 'list',
          }}
          sx={{ fontSize: 16 }}
        />
        <Key>Esc</Key>
      </Box>
      <Box role="listbox" id={listId} aria-label={t('palette.open')} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 1 }}>
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
                hint={entry.kind === 'entity' ? t('palette.showOnMap') : t('palette.goTo')}
                onChoose={() => choose(entry.path)}
                onPoint={() => setActiveIndex(entries.findIndex(({ key }) => key === entry.key))}
              />
            ))}
          </Fragment>
        ))}
      </Box>
      {entries.length === 0 && (
        <Typography variant="body2" color="textSecondary" role="status" sx={{ p: 2.5, pt: 0, textAlign: 'center' }}>
          {t('palette.none', { query })}
        </Typography>
      )}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2.5,
          py: 1.25,
          bgcolor: 'surface.subtle',
          borderTop: 1,
          borderColor: 'divider',
          fontSize: 12,
          color: 'text.secondary',
        }}
      >
        <Key>↑</Key>
        <Key>↓</Key>
        {t('palette.select')}
      </Box>
    </Dialog>
  )
}

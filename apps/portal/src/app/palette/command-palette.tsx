import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Search } from 'lucide-react'
import { Fragment, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { KeySign } from '../../components/key-sign.js'
import { Pane, Row } from '../../components/layout/layout.js'
import { useSession } from '../../lib/session/session.js'
import { vars } from '../../theme/components/vars.js'
import type { PaletteEntry } from './palette-entries.js'
import { PaletteRow } from './palette-row.js'
import { noteChosen } from './recent.js'
import { type PaletteGroup, usePaletteGroups } from './use-palette-groups.js'

/**
 * Command palette (Ctrl K, T-06): finds permitted vehicles, people, businesses, tags, screens and actions by a part of their
 * name.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const userId = useSession().user.id
  const listId = useId()
  const [query, setQuery] = useState('')
  const { groups, isUnderWay } = usePaletteGroups(query)
  const choose = (entry: PaletteEntry) => {
    noteChosen(userId, entry)
    onClose()
    entry.act?.()
    if (entry.path !== undefined) void navigate(entry.path)
  }
  const { entries, active, activate, onKeyDown } = useActiveEntry(groups, choose)
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
                onChoose={() => choose(entry)}
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

/** Effect of Enter on an entry. */
const HINTS = {
  entity: 'palette.show',
  screen: 'palette.goTo',
  action: 'palette.begin',
  person: 'palette.show',
  business: 'palette.show',
  tag: 'palette.itsVehicles',
  act: 'palette.select',
} as const

/** Returns the entry that Enter chooses, and handles the keys that move to another entry. */
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

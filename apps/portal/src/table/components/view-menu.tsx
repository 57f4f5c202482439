import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Bookmark, Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout/layout.js'
import { Span } from '../../components/layout/text.js'
import { Field } from '../../components/field.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { Popup } from '../../components/popup.js'
import { usePopup } from '../../components/use-popup.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useSession } from '../../lib/session/session.js'
import { type SavedView, useSavedViews } from '../saved-views.js'

interface ViewMenuProps {
  /** Name of the table that the views belong to. */
  name: string
  /** URL of the current view, without the page number. */
  present: string
  onOpen: (address: string) => void
  /** Shows the icon without its label. */
  isNarrow: boolean
}

/**
 * Menu of saved views, to open one, save the current one, or copy its link. A view is stored as a URL, so a link contains the
 * whole view.
 */
export function ViewMenu({ name, present, onOpen, isNarrow }: ViewMenuProps) {
  const { t } = useTranslation('table')
  const { views, save, remove } = useSavedViews(name, useSession().user.id)
  const { open, close, popup } = usePopup()
  const [newName, setNewName] = useState('')
  const current = views.find(({ address }) => address === present)
  const title = current?.name ?? t('views.title')
  const openAndClose = (address: string) => {
    onOpen(address)
    close()
  }
  const keep = () => {
    if (newName.trim() === '') return
    save({ name: newName.trim(), address: present })
    setNewName('')
    close()
  }
  return (
    <>
      {isNarrow ? (
        <TooltipIconButton label={title} icon={Bookmark} aria-haspopup="dialog" onClick={open} />
      ) : (
        <Button variant="text" aria-haspopup="dialog" startIcon={<Bookmark />} onClick={open} sx={{ maxWidth: 200 }}>
          <Span clipped>{title}</Span>
        </Button>
      )}
      <Popup popup={popup} label={t('views.title')} width={320}>
        <Stack gap={1.5} pad={1.5}>
          <SavedViews views={views} current={current} onOpen={openAndClose} onRemove={remove} />
          <KeepView present={present} name={newName} onName={setNewName} onKeep={keep} />
        </Stack>
      </Popup>
    </>
  )
}

interface SavedViewsProps {
  views: readonly SavedView[]
  current: SavedView | undefined
  onOpen: (address: string) => void
  onRemove: (name: string) => void
}

function SavedViews({ views, current, onOpen, onRemove }: SavedViewsProps) {
  const { t } = useTranslation('table')
  if (views.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {t('views.none')}
      </Typography>
    )
  return (
    <ul>
      {views.map((view) => (
        <Row component="li" gap={0} key={view.name}>
          <Button
            variant="text"
            aria-current={view === current || undefined}
            onClick={() => onOpen(view.address)}
            sx={{
              flex: 1,
              justifyContent: 'flex-start',
              overflowWrap: 'anywhere',
              textAlign: 'left',
              bgcolor: view === current ? 'primary.soft' : undefined,
            }}
          >
            {view.name}
          </Button>
          <TooltipIconButton
            label={t('views.remove', { view: view.name })}
            icon={Trash2}
            iconSize={14}
            onClick={() => onRemove(view.name)}
          />
        </Row>
      ))}
    </ul>
  )
}

interface KeepViewProps {
  present: string
  name: string
  onName: (name: string) => void
  onKeep: () => void
}

/** Form to name and save the current view, or to copy its link. */
function KeepView({ present, name, onName, onKeep }: KeepViewProps) {
  const { t } = useTranslation('table')
  const notify = useNotify()
  const copyLink = () => {
    const link = `${window.location.origin}${window.location.pathname}${present && `?${present}`}`
    void navigator.clipboard.writeText(link).then(() => notify.success(t('views.copied')), notify.failure)
  }
  return (
    <Stack
      component="form"
      gap={1.5}
      divided
      onSubmit={(event) => {
        event.preventDefault()
        onKeep()
      }}
    >
      <Field
        label={t('views.name')}
        value={name}
        onChange={({ target }) => onName(target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <Row align="stretch" wrap>
        <Button type="submit" variant="contained">
          {t('views.save')}
        </Button>
        <Button startIcon={<Link2 />} onClick={copyLink}>
          {t('views.copy')}
        </Button>
      </Row>
    </Stack>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { Bookmark, Link2, Trash2 } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/field.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useSession } from '../../lib/session/session.js'
import { useSavedViews } from '../saved-views.js'

interface ViewMenuProps {
  /** Of the table, whose views these are. */
  name: string
  /** The present view's address without its page. */
  present: string
  onOpen: (address: string) => void
  /** There is room for its icon alone. */
  isNarrow: boolean
}

/** Views by name: open one, keep the present one, copy its link. A view is its address, so a link carries all of it. */
export function ViewMenu({ name, present, onOpen, isNarrow }: ViewMenuProps) {
  const { t } = useTranslation('table')
  const notify = useNotify()
  const { views, save, remove } = useSavedViews(name, useSession().user.id)
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [viewName, setViewName] = useState('')
  const current = views.find(({ address }) => address === present)
  const title = current?.name ?? t('views.title')
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget)
  const copyLink = () => {
    const link = `${window.location.origin}${window.location.pathname}${present && `?${present}`}`
    void navigator.clipboard.writeText(link).then(() => notify.success(t('views.copied')), notify.failure)
  }
  return (
    <>
      {isNarrow ? (
        <TooltipIconButton label={title} icon={Bookmark} aria-haspopup="dialog" onClick={open} />
      ) : (
        <Button variant="text" aria-haspopup="dialog" startIcon={<Bookmark />} onClick={open} sx={{ maxWidth: 200 }}>
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {title}
          </Box>
        </Button>
      )}
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('views.title'),
            sx: { mt: 0.5, p: 1.5, width: 320, display: 'grid', gap: 1.5 },
          },
        }}
      >
        {views.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('views.none')}
          </Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {views.map((view) => (
              <Box component="li" key={view.name} sx={{ display: 'flex', alignItems: 'center' }}>
                <Button
                  variant="text"
                  aria-current={view === current || undefined}
                  onClick={() => {
                    onOpen(view.address)
                    setAnchor(undefined)
                  }}
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
                  onClick={() => remove(view.name)}
                />
              </Box>
            ))}
          </Box>
        )}
        <Box
          component="form"
          onSubmit={(event) => {
            event.preventDefault()
            if (viewName.trim() === '') return
            save({ name: viewName.trim(), address: present })
            setViewName('')
            setAnchor(undefined)
          }}
          sx={{ display: 'grid', gap: 1.5, borderTop: 1, borderColor: 'divider', pt: 1.5 }}
        >
          <Field
            label={t('views.name')}
            value={viewName}
            onChange={({ target }) => setViewName(target.value)}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button type="submit" variant="contained">
              {t('views.save')}
            </Button>
            <Button startIcon={<Link2 />} onClick={copyLink}>
              {t('views.copy')}
            </Button>
          </Box>
        </Box>
      </Popover>
    </>
  )
}

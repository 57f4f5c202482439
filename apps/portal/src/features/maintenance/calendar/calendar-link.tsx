import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint, Row, Stack } from '../../../components/layout/index.js'
import { Loaded } from '../../../components/loaded.js'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { SecretField } from '../../../components/secret-field.js'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { SERVICES_KEY } from '../services/services.js'

const LINK_KEY = [SERVICES_KEY, 'calendar-link'] as const

const linkQuery = {
  queryKey: LINK_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => dataOf(api.GET('/api/v1/maintenance-calendar/link', { signal })),
}

/** Button that opens the dialog for subscribing to the services in the user's own calendar program. */
export function CalendarLink() {
  const { t } = useTranslation('services')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton icon={CalendarPlus} label={t('feed.open')} onClick={() => setIsOpen(true)} />
      {isOpen && <LinkDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Creates the link with which a calendar program subscribes, shows the link once, and revokes it. */
function LinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['services', 'common'])
  const query = useQuery(linkQuery)
  const [url, setUrl] = useState<string>()
  const reread = useReread(LINK_KEY)
  const make = useChange(() => dataOf(api.POST('/api/v1/maintenance-calendar/link')), reread, {
    then: (made) => setUrl(new URL(made.url, window.location.origin).href),
  })
  const revoke = useChange(() => unwrap(api.DELETE('/api/v1/maintenance-calendar/link')), reread, {
    done: () => t('feed.revoked'),
    then: () => setUrl(undefined),
  })
  const hasLink = query.data != null && query.data.created_at !== null
  return (
    <AskDialog
      title={t('feed.title')}
      width={640}
      onClose={onClose}
      actions={<ActionButton label={t('common:actions.close')} onClick={onClose} />}
    >
      <Stack>
        <Hint>{t('feed.text')}</Hint>
        <Loaded query={query} heightPx={44}>
          {({ created_at, last_read_at }) => <LinkState created={created_at} read={last_read_at} />}
        </Loaded>
        {url !== undefined && <MadeLink url={url} />}
        <Row wrap>
          <ActionButton
            variant={hasLink ? 'outlined' : 'contained'}
            label={t(hasLink ? 'feed.again' : 'feed.make')}
            loading={make.isPending}
            disabled={!query.data}
            onClick={() => make.mutate(undefined)}
          />
          {hasLink && (
            <ActionButton
              color="error"
              label={t('feed.revoke')}
              loading={revoke.isPending}
              onClick={() => revoke.mutate(undefined)}
            />
          )}
        </Row>
      </Stack>
    </AskDialog>
  )
}

function LinkState({ created, read }: { created: string | null; read: string | null }) {
  const { t } = useTranslation('services')
  const format = useFormat()
  if (created === null) return <Hint>{t('feed.none')}</Hint>
  const asked = read === null ? t('feed.unread') : t('feed.read', { at: format.dateTime(read) })
  return <Hint aria-live="polite">{`${t('feed.made', { at: format.dateTime(created) })} ${asked}`}</Hint>
}

function MadeLink({ url }: { url: string }) {
  const { t } = useTranslation('services')
  const [isMine, setIsMine] = useState(false)
  const copy = useCopy(t('feed.copied'))
  const shown = isMine ? `${url}&mine=true` : url
  return (
    <>
      <Alert severity="warning">{t('feed.once')}</Alert>
      <FormControlLabel
        control={<Checkbox checked={isMine} onChange={(_event, next) => setIsMine(next)} />}
        label={t('feed.mine')}
      />
      <Row align="end" wrap>
        <SecretField label={t('feed.link')} value={shown} />
        <ActionButton variant="contained" icon={Copy} label={t('feed.copy')} onClick={() => copy(shown)} />
      </Row>
    </>
  )
}

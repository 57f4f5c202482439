import Button from '@mui/material/Button'
import { CircleAlert, CloudOff, CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../../components/icon.js'
import { NoticeStrip } from '../../../../components/notice-strip.js'
import { useIsOnline } from '../../../../lib/connection.js'
import { usePermission, useSession } from '../../../../lib/session/session.js'
import { mend } from '../mend.js'
import { OutboxDialog } from './outbox-dialog.js'
import { useKeptCatalogue } from '../use-kept-catalogue.js'
import { useOutboxSender } from '../use-outbox-sender.js'
import { useOutbox } from '../use-outbox.js'

const TONES = {
  offline: { icon: CloudOff, tone: 'warning' },
  waiting: { icon: CloudUpload, tone: 'primary' },
  refused: { icon: CircleAlert, tone: 'missing' },
} as const

/** Notice above every screen: no network, the amount of unsent work on this device, and work that the API rejected (D.8). */
export function OutboxBar({ onOpenForm }: { onOpenForm: (search: string) => void }) {
  const { t } = useTranslation('outbox')
  const isOnline = useIsOnline()
  const mayInstall = usePermission('create:entity')
  const { waiting, refused } = useOutbox()
  useKeptCatalogue(mayInstall && isOnline)
  const sendNow = useOutboxSender()
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const count = waiting.length + refused.length
  const state = refused.length > 0 ? 'refused' : !isOnline ? 'offline' : waiting.length > 0 ? 'waiting' : undefined
  if (state === undefined) return null
  const { icon, tone } = TONES[state]
  const words = [
    ...(isOnline ? [] : [t(mayInstall && waiting.length === 0 ? 'offlineInstall' : 'offline')]),
    ...(refused.length > 0 ? [t('refused', { count: refused.length })] : []),
    ...(waiting.length > 0 ? [t('waiting', { count: waiting.length })] : []),
  ]
  return (
    <NoticeStrip role="region" aria-label={t('label')} tone={tone}>
      <Icon icon={icon} tone={tone === 'primary' ? 'link' : tone} />
      <p role="status">{words.join(' ')}</p>
      {count > 0 && (
        <Button size="small" onClick={() => setIsOpen(true)}>
          {t('show')}
        </Button>
      )}
      {isOpen && (
        <OutboxDialog
          items={[...refused, ...waiting]}
          onClose={() => setIsOpen(false)}
          onSendNow={isOnline && waiting.length > 0 ? sendNow : undefined}
          onMend={(item) => {
            setIsOpen(false)
            onOpenForm(mend(item, user.id))
          }}
        />
      )}
    </NoticeStrip>
  )
}

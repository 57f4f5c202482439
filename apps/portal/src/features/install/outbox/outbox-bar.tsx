import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CircleAlert, CloudOff, CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOnline } from '../../../lib/connection.js'
import { usePermission, useSession } from '../../../lib/session/session.js'
import { mend } from './mend.js'
import { OutboxDialog } from './outbox-dialog.js'
import { useKeptCatalogue } from './use-kept-catalogue.js'
import { useOutboxSender } from './use-outbox-sender.js'
import { useOutbox } from './use-outbox.js'

const TONES = {
  offline: { icon: CloudOff, tone: 'warning' },
  waiting: { icon: CloudUpload, tone: 'primary' },
  refused: { icon: CircleAlert, tone: 'missing' },
} as const

/** Over every screen: that there is no network, how much waits on this device to be sent, and what the server would not have (D.8). */
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
  const { icon: Icon, tone } = TONES[state]
  const words = [
    ...(isOnline ? [] : [t(mayInstall && waiting.length === 0 ? 'offlineInstall' : 'offline')]),
    ...(refused.length > 0 ? [t('refused', { count: refused.length })] : []),
    ...(waiting.length > 0 ? [t('waiting', { count: waiting.length })] : []),
  ]
  return (
    <Box
      role="region"
      aria-label={t('label')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        flex: 'none',
        px: 2,
        py: 0.75,
        minHeight: 44,
        bgcolor: `${tone}.soft`,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Icon size={16} style={{ color: `var(--mui-palette-${tone}-main)` }} />
      <Typography role="status" variant="body2" sx={{ flex: { xs: 1, md: '0 1 auto' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        {words.join(' ')}
      </Typography>
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
    </Box>
  )
}

import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { PackageCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { latestReturnQuery } from '../queries/return-queries.js'
import { ReturnDialog } from './return-dialog.js'

const TONES = { open: 'warning', cancelled: 'idle', closed: 'idle' } as const

/** In the panel of a device: its last return with number and state, and the way to send it back. */
export function DeviceReturn({ deviceId, imei }: { deviceId: number; imei: string }) {
  const { t } = useTranslation('returns')
  const format = useFormat()
  const missingRight = useMissingRight('create:entity')
  const [isShown, setIsShown] = useState(false)
  const { data: last, isPending } = useQuery(latestReturnQuery(deviceId))
  const isOpen = last?.state === 'open'
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {last && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, fontSize: 13 }}>
          <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {last.number}
          </Box>
          <Chip
            label={t(`states.${last.state}`)}
            sx={{ bgcolor: `${TONES[last.state]}.soft`, color: `${TONES[last.state]}.main` }}
          />
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {format.dateTime(last.ended_at ?? last.created_at)}
          </Box>
        </Box>
      )}
      {!isPending && (
        <ActionButton
          disabledBecause={missingRight}
          startIcon={isOpen ? <PackageCheck /> : <Undo2 />}
          onClick={() => setIsShown(true)}
        >
          {t(isOpen ? 'show' : 'title')}
        </ActionButton>
      )}
      {isShown && <ReturnDialog imei={imei} onClose={() => setIsShown(false)} />}
    </Box>
  )
}

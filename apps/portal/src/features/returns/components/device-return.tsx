import { useQuery } from '@tanstack/react-query'
import { PackageCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Stack, Row, Span } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { latestReturnQuery } from '../queries/return-queries.js'
import { ReturnDialog } from './return-dialog.js'

const TONES = { open: 'warning', cancelled: 'idle', closed: 'idle' } as const

/** Shows a device's last return with number and state, and a button to return it. */
export function DeviceReturn({ deviceId, imei }: { deviceId: number; imei: string }) {
  const { t } = useTranslation('returns')
  const format = useFormat()
  const missingRight = useMissingRight('create:entity')
  const [isShown, setIsShown] = useState(false)
  const { data: last, isPending } = useQuery(latestReturnQuery(deviceId))
  const isOpen = last?.state === 'open'
  return (
    <Stack gap={1} align="start">
      {last && (
        <Row wrap size="dense">
          <Span weight="strong" tabular>
            {last.number}
          </Span>
          <ToneChip tone={TONES[last.state]} label={t(`states.${last.state}`)} />
          <Span tone="secondary">{format.dateTime(last.ended_at ?? last.created_at)}</Span>
        </Row>
      )}
      {!isPending && (
        <ActionButton
          disabledBecause={missingRight}
          startIcon={isOpen ? <PackageCheck /> : <Undo2 />}
          label={t(isOpen ? 'show' : 'title')}
          onClick={() => setIsShown(true)}
        />
      )}
      {isShown && <ReturnDialog imei={imei} onClose={() => setIsShown(false)} />}
    </Stack>
  )
}

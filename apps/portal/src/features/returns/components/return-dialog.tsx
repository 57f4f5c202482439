import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { Return } from '../queries/return-changes.js'
import { returnFormQuery } from '../queries/return-queries.js'
import { ReturnForm } from './return-form.js'
import { ReturnResult } from './return-result.js'

interface ReturnDialogProps {
  /** IMEI of the tracker to return, 15 digits. */
  imei: string
  /** Vehicle with the defective tracker. If given, detaching the tracker is preselected. */
  entityId?: number
  onClose: () => void
}

/** Sends a tracker back (R-105, G-52): asks for reason, photos and sender. Ends with an RMA number and a printable label. */
export function ReturnDialog({ imei, entityId, onClose }: ReturnDialogProps) {
  const { t } = useTranslation('returns')
  const { data: begin, error, refetch } = useQuery(returnFormQuery(imei))
  const [sent, setSent] = useState<{ created: Return; left: readonly Blob[] }>()
  const one = sent?.created ?? begin?.open_return
  if (one) {
    return (
      <ReturnResult
        key={one.id}
        deviceReturn={one}
        left={sent?.left ?? []}
        onCancelled={() => {
          setSent(undefined)
          void refetch()
        }}
        onClose={onClose}
      />
    )
  }
  if (!begin) {
    return (
      <SideDrawer isOpen title={t('title')} subtitle={formatImei(imei)} onClose={onClose}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton variant="rectangular" height={320} />}
      </SideDrawer>
    )
  }
  return (
    <ReturnForm
      key={begin.state}
      begin={begin}
      takesOff={entityId !== undefined && begin.entity_id === entityId}
      onSent={(next, left) => setSent({ created: next, left })}
      onClose={onClose}
    />
  )
}

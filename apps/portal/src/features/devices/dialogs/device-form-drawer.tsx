import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useSession } from '../../../lib/session/session.js'
import { emptyForm, toForm } from '../device-form.js'
import { deviceQuery } from '../queries/device-queries.js'
import { DeviceFormFields } from './device-form-fields.js'

interface DeviceFormDrawerProps {
  /** Which to change; a new one when absent. */
  id?: number
  /** What a tracker that knocked calls itself. */
  identity?: string
  onClose: () => void
}

/** The form of a tracker from the right. */
export function DeviceFormDrawer({ id, identity, onClose }: DeviceFormDrawerProps) {
  const { t } = useTranslation('devices')
  const formId = useId()
  const { user: self } = useSession()
  const [isSaving, setIsSaving] = useState(false)
  const query = useQuery({ ...deviceQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const device = query.data ?? undefined
  const [fresh] = useState(() => emptyForm(self.business_id, identity))
  const isReady = id === undefined || (device !== undefined && query.isFetchedAfterMount)
  return (
    <SideDrawer
      isOpen
      title={id === undefined ? t('form.newTitle') : t('form.editTitle', { imei: device ? formatImei(device.imei) : '' })}
      subtitle={id === undefined ? t('form.newText') : (device?.title ?? undefined)}
      onClose={onClose}
      act={{
        label: id === undefined ? t('form.create') : t('form.save'),
        formId,
        isPending: isSaving,
        isDisabled: !isReady,
      }}
    >
      {query.error && !device && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === null && <EmptyState icon={SearchX} title={t('panel.gone')} />}
      {!isReady && !query.error && query.data !== null && <Skeleton height={320} />}
      {isReady && (
        <DeviceFormFields
          formId={formId}
          device={device}
          values={device ? toForm(device) : fresh}
          onSaving={setIsSaving}
          onDone={onClose}
        />
      )}
    </SideDrawer>
  )
}

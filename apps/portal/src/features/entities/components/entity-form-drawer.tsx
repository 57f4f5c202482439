import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DiscardDialog } from '../../../components/discard-dialog.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useSession } from '../../../lib/session/session.js'
import { emptyForm, toForm } from '../entity-form.js'
import type { Entity } from '../entity.js'
import { entityRecordQuery } from '../queries/entity-queries.js'
import { EntityFormFields } from './entity-form-fields.js'
import { UnregisteredNotice } from './unregistered-notice.js'

interface EntityFormDrawerProps {
  /** Which to change; a new one when absent. */
  id?: number
  onClose: () => void
  onSaved: (entity: Entity) => void
}

/** The form of a vehicle from the right, with every field of its record. */
export function EntityFormDrawer({ id, onClose, onSaved }: EntityFormDrawerProps) {
  const { t } = useTranslation('entities')
  const formId = useId()
  const { timeZone } = useFormat()
  const { user: self } = useSession()
  const [isSaving, setIsSaving] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const close = () => (isDirty ? setIsLeaving(true) : onClose())
  const query = useQuery({ ...entityRecordQuery(id ?? 0, timeZone), enabled: id !== undefined, refetchOnMount: 'always' })
  const entity = query.data ?? undefined
  const [fresh] = useState(() => emptyForm(self.business_id))
  const isUnregistered = entity?.vehicle_type === 'unregistered'
  const isReady = (id === undefined || (entity !== undefined && query.isFetchedAfterMount)) && !isUnregistered
  return (
    <SideDrawer
      isOpen
      title={id === undefined ? t('form.newTitle') : t('form.editTitle', { name: entity?.name ?? '' })}
      subtitle={id === undefined ? t('form.newText') : entity?.business_name}
      onClose={close}
      act={{
        label: id === undefined ? t('form.create') : t('form.save'),
        formId,
        isPending: isSaving,
        isDisabled: !isReady,
      }}
    >
      {query.error && !entity && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === null && <EmptyState icon={SearchX} title={t('panel.gone')} text={t('panel.goneText')} />}
      {isUnregistered && <UnregisteredNotice />}
      {!isReady && !isUnregistered && !query.error && query.data !== null && <Skeleton height={320} />}
      {isReady && (
        <EntityFormFields
          formId={formId}
          entity={entity}
          values={entity ? toForm(entity) : fresh}
          onSaving={setIsSaving}
          onDirty={setIsDirty}
          onSaved={onSaved}
        />
      )}
      {isLeaving && <DiscardDialog onKeep={() => setIsLeaving(false)} onDiscard={onClose} />}
    </SideDrawer>
  )
}

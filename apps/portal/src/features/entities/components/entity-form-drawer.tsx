import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer, useDiscard } from '../../../components/form-drawer.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Entity } from '../entity.js'
import { entityRecordQuery } from '../queries/entity-queries.js'
import { EntityFormFields } from './entity-form-fields.js'
import { UnregisteredNotice } from './unregistered-notice.js'

interface EntityFormDrawerProps {
  /** Vehicle to change. Absent for a new vehicle. */
  id?: number
  onClose: () => void
  onSaved: (entity: Entity) => void
}

/** Drawer with the form of a vehicle and all fields of its record. */
export function EntityFormDrawer({ id, onClose, onSaved }: EntityFormDrawerProps) {
  const { t } = useTranslation('entities')
  const { timeZone } = useFormat()
  const { close, onDirty, question } = useDiscard(onClose)
  const query = useQuery({ ...entityRecordQuery(id ?? 0, timeZone), enabled: id !== undefined, refetchOnMount: 'always' })
  const { name = '', business_name } = query.data ?? {}
  const words =
    id === undefined
      ? { title: t('form.newTitle'), subtitle: t('form.newText'), label: t('form.create') }
      : { title: t('form.editTitle', { name }), subtitle: business_name, label: t('form.save') }
  return (
    <>
      <FormDrawer
        {...words}
        query={id === undefined ? undefined : query}
        gone={{ title: t('panel.gone'), text: t('panel.goneText') }}
        insteadOf={({ vehicle_type }) => vehicle_type === 'unregistered' && <UnregisteredNotice />}
        onClose={close}
      >
        {(drawer, entity) => <EntityFormFields {...drawer} entity={entity} onDirty={onDirty} onSaved={onSaved} />}
      </FormDrawer>
      {question}
    </>
  )
}

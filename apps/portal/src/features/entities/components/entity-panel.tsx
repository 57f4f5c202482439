import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Stack } from '../../../components/layout/index.js'
import { ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { RowAction } from '../../../table/index.js'
import type { Entity } from '../entity.js'
import { entityRecordQuery } from '../queries/entity-queries.js'
import type { EntityPaths } from '../use-entity-actions.js'
import { UnregisteredNotice } from './unregistered-notice.js'
import { useVehicleFacts } from '../use-vehicle-facts.js'
import { ConnectionFact, LifecycleFact, MotionFact } from './entity-status.js'

interface EntityPanelProps {
  /** Absent while no panel is open. */
  id?: number
  paths: EntityPaths
  actionsOf: (entity: Entity) => readonly RowAction[]
  onClose: () => void
}

/** Summary of a vehicle beside the list: state, data and actions. */
export function EntityPanel({ id, paths, actionsOf, onClose }: EntityPanelProps) {
  const { t } = useTranslation('entities')
  const { timeZone } = useFormat()
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...entityRecordQuery(lastId, timeZone), enabled })
  const entity = query.data
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('panel.gone'), text: t('panel.goneText') }}
      title={entity?.name ?? t('panel.title')}
      subtitle={entity?.business_name}
      onClose={onClose}
      footer={
        entity && (
          <Button component={Link} to={paths.page(entity)} variant="contained" startIcon={<FileText />}>
            {t('panel.whole')}
          </Button>
        )
      }
    >
      {(one) => <Short entity={one} paths={paths} actions={actionsOf(one)} />}
    </RowPanel>
  )
}

function Short({ entity, paths, actions }: { entity: Entity; paths: EntityPaths; actions: readonly RowAction[] }) {
  const { t } = useTranslation(['entities', 'map'])
  const facts = useVehicleFacts(entity)
  return (
    <Stack>
      {entity.vehicle_type === 'unregistered' && (
        <UnregisteredNotice installPath={entity.imei === null ? undefined : paths.install?.(entity.imei)} />
      )}
      <FactList
        facts={[
          { label: t('map:facts.motion'), value: <MotionFact entity={entity} /> },
          { label: t('map:facts.connection'), value: <ConnectionFact entity={entity} isDated /> },
          { label: t('map:facts.lifecycle'), value: <LifecycleFact entity={entity} /> },
          ...facts.tracker,
          ...facts.vehicle,
          ...facts.owner,
        ]}
      />
      <ActionRow actions={actions} />
    </Stack>
  )
}

import Link from '@mui/material/Link'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type Action, ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Row, Stack } from '../../../components/layout/index.js'
import { Photos } from '../../../components/photos.js'
import { RowPanel } from '../../../components/row-panel.js'
import { Ago } from '../../../components/time/time.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { PATHS } from '../../../lib/paths.js'
import { StateChip, useLeftWords } from './service-cells.js'
import { costOf, odometerOf, type Service } from './services.js'

const loadPhoto = (id: number, photoId: number, signal: AbortSignal): Promise<Blob> => {
  const params = { path: { id, photoId } }
  return unwrap(api.GET('/api/v1/maintenance-notifications/{id}/photos/{photoId}', { params, parseAs: 'blob', signal }))
}

interface ServicePanelProps {
  isOpen: boolean
  query: UseQueryResult<Service | null>
  actionsOf: (service: Service) => readonly Action[]
  onClose: () => void
}

/** One service beside the list: details, state, completed work and actions. */
export function ServicePanel({ isOpen, query, actionsOf, onClose }: ServicePanelProps) {
  const { t } = useTranslation('services')
  const service = query.data
  return (
    <RowPanel
      isOpen={isOpen}
      query={query}
      gone={{ title: t('panel.gone'), text: t('panel.goneText') }}
      title={service?.entity.name ?? t('panel.title')}
      subtitle={service?.trigger.name}
      onClose={onClose}
    >
      {(one) => (
        <Stack>
          <Row>
            <StateChip state={one.state} />
          </Row>
          <ActionRow actions={actionsOf(one)} />
          <ServiceFacts service={one} />
          <Photos subject={`service-${one.id}`} photos={one.photos} load={(id, signal) => loadPhoto(one.id, id, signal)} />
        </Stack>
      )}
    </RowPanel>
  )
}

function ServiceFacts({ service }: { service: Service }) {
  const { t } = useTranslation(['services', 'maintenance'])
  const format = useFormat()
  const leftWords = useLeftWords()
  const { entity, plan, trigger, completed } = service
  const day = (at: string | null | undefined) => at && format.date(at)
  return (
    <FactList
      facts={[
        {
          label: t('columns.entity_name'),
          value: (
            <Link component={RouterLink} to={`${PATHS.entities}/${entity.id}`}>
              {entity.name}
            </Link>
          ),
        },
        { label: t('columns.license_plate'), value: entity.license_plate },
        { label: t('columns.business_name'), value: entity.business_name },
        { label: t('columns.plan_title'), value: plan.title },
        { label: t('columns.trigger_name'), value: t(`maintenance:every.${trigger.metric}`, counted(trigger.value)) },
        { label: t('columns.comes_at'), value: service.status === 'open' && leftWords(service) },
        { label: t('columns.due_at'), value: day(service.due_at) },
        { label: t('panel.forecast'), value: day(service.left.forecast_at) },
        { label: t('columns.planned_at'), value: day(service.planned_at) },
        { label: t('columns.user_name'), value: service.assigned_user?.name },
        { label: t('columns.completed_at'), value: day(completed?.at) },
        { label: t('columns.completed_by'), value: completed?.by },
        { label: t('columns.odometer_m'), value: odometerOf(completed) },
        { label: t('columns.cost_minor'), value: costOf(completed) },
        { label: t('panel.note'), value: completed?.note },
        { label: t('columns.created_at'), value: <Ago at={service.created_at} /> },
      ].map((fact) => ({ ...fact, value: fact.value === false ? null : fact.value }))}
    />
  )
}

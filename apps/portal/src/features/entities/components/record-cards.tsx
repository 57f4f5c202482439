import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Hint } from '../../../components/layout/index.js'
import { FactList } from '../../../components/fact-list.js'
import type { components } from '../../../lib/api/schema.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { usePermission } from '../../../lib/session/session.js'
import type { Entity } from '../entity.js'
import { useVehicleFacts } from '../use-vehicle-facts.js'
import { InlineFact } from './inline-fact.js'
import { RecordCard } from './record-card.js'

interface RecordCardsProps {
  entity: Entity
  onEdit: () => void
  onTag: () => void
  /** Gives the vehicle a subscription. Absent without the right. */
  onSubscribe?: () => void
  /** Absent if the user is not allowed to read orders. */
  orders?: ReactNode
  insurance?: ReactNode
  services?: ReactNode
  photos?: ReactNode
}

/** The sections of a vehicle's record. Parts that the user is not allowed to see or change are absent. */
export function RecordCards({ entity, onEdit, onTag, onSubscribe, orders, insurance, services, photos }: RecordCardsProps) {
  const { t } = useTranslation('entities')
  const facts = useVehicleFacts(entity)
  const mayUpdate = usePermission('update:entity')
  const { tags = [], maintenance_plans: plans = [] } = entity
  const isRegistered = entity.vehicle_type !== 'unregistered'
  const editable = facts.vehicle.map(({ label, value, field }) => ({
    label,
    value: field ? <InlineFact entity={entity} field={field} label={label} /> : value,
  }))
  return (
    <Stack>
      <RecordCard title={t('page.vehicle')} onEdit={mayUpdate && isRegistered ? onEdit : undefined}>
        <FactList facts={[...(mayUpdate && isRegistered ? editable : facts.vehicle), ...facts.owner]} />
      </RecordCard>
      {photos && isRegistered && <RecordCard title={t('photos.title')}>{photos}</RecordCard>}
      <RecordCard title={t('page.tracker')}>
        {entity.imei ? <FactList facts={facts.tracker} /> : <Nothing text={t('page.noTracker')} />}
      </RecordCard>
      {mayUpdate && (
        <RecordCard title={t('page.customer')}>
          {entity.consumer_name ? <FactList facts={facts.customer} /> : <Nothing text={t('page.noCustomer')} />}
        </RecordCard>
      )}
      <RecordCard title={t('columns.subscription')} onEdit={isRegistered ? onSubscribe : undefined}>
        {!entity.subscription && <Nothing text={t('page.noSubscription')} />}
        <FactList facts={facts.subscription} />
        {orders}
      </RecordCard>
      {insurance && isRegistered && <RecordCard title={t('page.insurance')}>{insurance}</RecordCard>}
      {services && isRegistered && <RecordCard title={t('page.services')}>{services}</RecordCard>}
      {plans.length > 0 && (
        <RecordCard title={t('plans.title')}>
          <PlanList plans={plans} />
        </RecordCard>
      )}
      <RecordCard title={t('page.tags')} onEdit={mayUpdate ? onTag : undefined}>
        {tags.length === 0 ? (
          <Nothing text={t('page.noTags')} />
        ) : (
          <Row gap={0.75} align="stretch" wrap>
            {tags.map((tag) => (
              <Chip key={tag.id} variant="outlined" label={tag.name} sx={{ maxWidth: '100%' }} />
            ))}
          </Row>
        )}
      </RecordCard>
    </Stack>
  )
}

function Nothing({ text }: { text: string }) {
  return <Hint>{text}</Hint>
}

/** Lists the vehicle's maintenance plans with the interval of each task. */
function PlanList({ plans }: { plans: readonly components['schemas']['EntityPlan'][] }) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const quiet = { fontSize: 13, lineHeight: '20px', color: 'text.secondary', overflowWrap: 'anywhere' } as const
  return (
    <Stack component="ul" gap={1.5}>
      {plans.map(({ id, title, active, since, triggers }) => (
        <li key={id}>
          <Row wrap>
            <Box sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>{title}</Box>
            {!active && <Chip label={t('plans.inactive')} sx={{ bgcolor: 'idle.soft', color: 'idle.main' }} />}
          </Row>
          {triggers.map(({ name, value, metric }, at) => (
            <Box key={at} sx={quiet}>
              {t('plans.every', { name, value: formatCount(value), unit: t(`plans.units.${metric}`, { count: value }) })}
            </Box>
          ))}
          <Box sx={quiet}>{t('plans.since', { date: format.date(since) })}</Box>
        </li>
      ))}
    </Stack>
  )
}

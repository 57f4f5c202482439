import { VEHICLE_TYPES } from '@roadbook/contracts'
import { Bike } from 'lucide-react'
import { Ago, DateTime } from '../../components/time/time.js'
import { NONE } from '../../lib/format/none.js'
import { formatImei, formatKilometres } from '../../lib/format/numbers.js'
import { MARKER_STATES } from '../../map/entity-state.js'
import { choicesOf, defineList, listOf } from '../../table/index.js'
import { ColorWord, ModelCell, NameCell, StateCell, TagsCell } from './components/entity-cells.js'
import { ConnectionFact, LifecycleFact, MotionFact } from './components/entity-status.js'
import { CONDITION_OF, type EntityView, isOdometerHidden, NEEDS } from './entity.js'

/** Returns the source of the entities of a view, with their tags. The time zone determines the day that `reported` refers to. */
export const entitiesIn = (view: EntityView, timeZone: string) =>
  listOf('/api/v1/entities/index', {
    key: ['entities', view],
    nameOf: ({ name }) => name,
    conditions: CONDITION_OF[view],
    pageQuery: { with: 'tags', tz: timeZone },
    csv: { fileName: 'entities.csv' },
  })

/** List of entities. The name links to the entity's page. */
export const entities = defineList({
  texts: 'entities',
  source: entitiesIn('all', 'UTC'),
  icon: Bike,
  sort: 'name',
  columns: {
    name: { render: (entity) => <NameCell entity={entity} path={undefined} /> },
    vehicle_type: { render: ({ vehicle_type }, t) => t(`map:vehicleTypes.${vehicle_type}`) },
    model: { render: (entity) => <ModelCell entity={entity} /> },
    tags: { isUnsortable: true, isMinor: true, render: (entity) => <TagsCell entity={entity} /> },
    brand: { isOptional: true },
    color: { isOptional: true, render: ({ color }) => <ColorWord color={color} /> },
    short_name: { isOptional: true },
    frame_number: { isOptional: true },
    license_plate: { isOptional: true },
    business_name: { isOptional: true, onCard: 'meta' },
    sub_vendor_name: { isUnsortable: true, isOptional: true },
    imei: { render: ({ imei }) => (imei ? formatImei(imei) : NONE) },
    device_model: { isOptional: true },
    odo: {
      isNumeric: true,
      isLive: true,
      render: (row, t) => (isOdometerHidden(row) ? t('map:hidden.short') : formatKilometres(row.odo)),
    },
    last_seen: {
      isLive: true,
      onCard: 'meta',
      render: ({ last_seen, location_hidden }, t) => (
        <Ago at={last_seen} never={t(location_hidden ? 'map:hidden.short' : 'never')} />
      ),
    },
    state: { isLive: true, onCard: 'state', render: (entity) => <StateCell entity={entity} /> },
    motion: { isUnsortable: true, isOptional: true, render: (entity) => <MotionFact entity={entity} /> },
    connection: { isUnsortable: true, isOptional: true, render: (entity) => <ConnectionFact entity={entity} /> },
    lifecycle: { isOptional: true, render: (entity) => <LifecycleFact entity={entity} /> },
    subscription: {
      isUnsortable: true,
      isOptional: true,
      render: ({ subscription }, t) => (subscription ? (subscription.title ?? t('page.subscribed')) : NONE),
    },
    created_at: { isOptional: true, render: ({ created_at }) => <DateTime at={created_at} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(MARKER_STATES, (state) => t(`common:states.${state}`)) },
    last_seen: 'period',
    vehicle_type: { choices: (t) => choicesOf(VEHICLE_TYPES, (type) => t(`map:vehicleTypes.${type}`)) },
    brand: 'text',
    business_name: 'text',
    created_at: 'period',
    needs: { choices: (t) => choicesOf(NEEDS, (need) => t(`needs.${need}`)) },
  },
})

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatImei, formatKilometres } from '../../lib/format/numbers.js'
import type { Column } from '../../table/index.js'
import { DateCell, ModelCell, NameCell, NONE, SeenCell, StateCell, TagsCell } from './components/entity-cells.js'
import { ConnectionFact, LifecycleFact, MotionFact } from './components/entity-status.js'
import type { Entity } from './entity-list.js'

/** The columns of the list of entities; `pathOf` leads to an entity's own page. */
export function useEntityColumns(pathOf: (entity: Entity) => string | undefined): readonly Column<Entity>[] {
  const { t } = useTranslation(['entities', 'map'])
  return useMemo(
    () => [
      { key: 'name', label: t('columns.name'), render: (entity) => <NameCell entity={entity} path={pathOf(entity)} /> },
      {
        key: 'vehicle_type',
        label: t('columns.vehicle_type'),
        render: ({ vehicle_type }) => t(`map:vehicleTypes.${vehicle_type}`),
      },
      { key: 'model', label: t('columns.model'), render: (entity) => <ModelCell entity={entity} /> },
      { key: 'tags', label: t('columns.tags'), isUnsortable: true, render: (entity) => <TagsCell entity={entity} /> },
      { key: 'brand', label: t('columns.brand'), isOptional: true, render: ({ brand }) => brand ?? NONE },
      { key: 'color', label: t('columns.color'), isOptional: true, render: ({ color }) => color ?? NONE },
      { key: 'short_name', label: t('columns.short_name'), isOptional: true, render: ({ short_name }) => short_name ?? NONE },
      {
        key: 'frame_number',
        label: t('columns.frame_number'),
        isOptional: true,
        render: ({ frame_number }) => frame_number ?? NONE,
      },
      {
        key: 'license_plate',
        label: t('columns.license_plate'),
        isOptional: true,
        render: ({ license_plate }) => license_plate ?? NONE,
      },
      {
        key: 'business_name',
        label: t('columns.business_name'),
        isOptional: true,
        onCard: 'meta',
        render: ({ business_name }) => business_name,
      },
      {
        key: 'sub_vendor_name',
        label: t('columns.sub_vendor_name'),
        isUnsortable: true,
        isOptional: true,
        render: ({ sub_vendor_name }) => sub_vendor_name ?? NONE,
      },
      { key: 'imei', label: t('columns.imei'), render: ({ imei }) => (imei ? formatImei(imei) : NONE) },
      {
        key: 'device_model',
        label: t('columns.device_model'),
        isOptional: true,
        render: ({ device_model }) => device_model ?? NONE,
      },
      { key: 'odo', label: t('columns.odo'), isNumeric: true, render: ({ odo }) => formatKilometres(odo) },
      { key: 'last_seen', label: t('columns.last_seen'), onCard: 'meta', render: ({ last_seen }) => <SeenCell at={last_seen} /> },
      { key: 'state', label: t('columns.state'), onCard: 'state', render: (entity) => <StateCell entity={entity} /> },
      {
        key: 'motion',
        label: t('columns.motion'),
        isUnsortable: true,
        isOptional: true,
        render: (entity) => <MotionFact entity={entity} />,
      },
      {
        key: 'connection',
        label: t('columns.connection'),
        isUnsortable: true,
        isOptional: true,
        render: (entity) => <ConnectionFact entity={entity} />,
      },
      {
        key: 'lifecycle',
        label: t('columns.lifecycle'),
        isOptional: true,
        render: (entity) => <LifecycleFact entity={entity} />,
      },
      {
        key: 'subscription',
        label: t('columns.subscription'),
        isUnsortable: true,
        isOptional: true,
        render: ({ subscription }) => (subscription ? (subscription.title ?? t('page.subscribed')) : NONE),
      },
      {
        key: 'created_at',
        label: t('columns.created_at'),
        isOptional: true,
        render: ({ created_at }) => <DateCell at={created_at} />,
      },
    ],
    [t, pathOf],
  )
}

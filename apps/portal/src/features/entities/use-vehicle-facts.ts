import { useTranslation } from 'react-i18next'
import { formatDistance, formatImei } from '../../lib/format/numbers.js'
import { useColorWord } from '../../lib/format/use-color-word.js'
import { useFormat } from '../../lib/format/use-format.js'
import { type Entity, isOdometerHidden } from './entity.js'
import { isolated } from '@roadbook/contracts/isolated'

/** Number of bars at the best signal. */
const MOST_BARS = 5

/** Fields that can be edited in place. */
export type InlineField =
  | 'short_name'
  | 'frame_number'
  | 'license_plate'
  | 'model'
  | 'color'
  | 'engine_brand'
  | 'engine_model'
  | 'power_unit'

interface LabelledFact {
  label: string
  value: string | null | undefined
  /** Field name in the API. Present if the value can be edited in place. */
  field?: InlineField
}

/** Returns all recorded data of a vehicle by section. The caller omits empty values. */
export function useVehicleFacts(
  entity: Entity,
): Record<'vehicle' | 'tracker' | 'owner' | 'customer' | 'subscription', LabelledFact[]> {
  const { t } = useTranslation(['entities', 'map'])
  const format = useFormat()
  const colorWord = useColorWord()
  const { subscription } = entity
  const { gsm_signal: signal, external_battery_mv: volts, battery_percent: battery } = entity.tracker ?? {}
  const groups = (entity.tags ?? []).filter(({ type }) => type === 'group')
  return {
    vehicle: [
      { label: t('columns.vehicle_type'), value: t(`map:vehicleTypes.${entity.vehicle_type}`) },
      { label: t('columns.short_name'), value: entity.short_name, field: 'short_name' },
      { label: t('columns.frame_number'), value: entity.frame_number, field: 'frame_number' },
      { label: t('columns.license_plate'), value: entity.license_plate, field: 'license_plate' },
      { label: t('columns.brand'), value: entity.brand },
      { label: t('columns.model'), value: entity.model, field: 'model' },
      { label: t('columns.color'), value: colorWord(entity.color), field: 'color' },
      { label: t('fields.engine_brand'), value: entity.engine_brand, field: 'engine_brand' },
      { label: t('fields.engine_model'), value: entity.engine_model, field: 'engine_model' },
      { label: t('fields.power_unit'), value: entity.power_unit, field: 'power_unit' },
      {
        label: t('fields.odometer'),
        value: isOdometerHidden(entity) ? t('map:hidden.short') : formatDistance(entity.odo),
      },
      { label: t('fields.target_group'), value: groups.map(({ name }) => isolated(name)).join(', ') },
    ],
    tracker: [
      { label: t('columns.imei'), value: entity.imei && formatImei(entity.imei) },
      { label: t('columns.device_model'), value: entity.device_model },
      { label: t('fields.signal'), value: signal == null ? null : t('page.signalOf', { bars: signal, most: MOST_BARS }) },
      {
        label: t('fields.externalBattery'),
        value: volts == null ? null : t('page.volts', { volts: (volts / 1_000).toFixed(1) }),
      },
      { label: t('fields.battery'), value: battery == null ? null : t('page.percent', { percent: battery }) },
      { label: t('fields.firmware'), value: entity.tracker?.firmware_version },
    ],
    subscription: [
      { label: t('columns.subscription'), value: subscription && (subscription.title ?? t('page.subscribed')) },
      { label: t('fields.subscriptionState'), value: subscription && t(`subscriptionStates.${subscription.state}`) },
      { label: t('fields.period'), value: subscription?.period && t(`periods.${subscription.period}`) },
      { label: t('fields.starts'), value: subscription && format.date(subscription.starts_at) },
      {
        label: t('fields.ends'),
        value: subscription && (subscription.ends_at ? format.date(subscription.ends_at) : t('page.endless')),
      },
      { label: t('fields.renews'), value: subscription?.renews ? t('page.byItself') : null },
      { label: t('fields.recovery'), value: t(entity.recovery_contract ? 'page.recovered' : 'page.notRecovered') },
    ],
    owner: [
      { label: t('columns.business_name'), value: entity.business_name },
      { label: t('columns.sub_vendor_name'), value: entity.sub_vendor_name },
      { label: t('columns.created_at'), value: format.dateTime(entity.created_at) },
      { label: t('fields.created_by'), value: entity.created_by },
    ],
    customer: [{ label: t('fields.customer'), value: entity.consumer_name }],
  }
}

import { useTranslation } from 'react-i18next'
import { formatImei } from '../../../lib/format/numbers.js'
import { type InstallForm, type Panel, TYPES } from '../form/install-form.js'
import { joined } from '../../../lib/format/joined.js'

/** Returns a one-line summary of each panel. */
export function useSummaries(form: InstallForm): Record<Panel, string> {
  const { t } = useTranslation(['install', 'map'])
  const join = (...facts: (string | false | undefined)[]) => joined(facts)
  const type = TYPES.find((one) => one === form.vehicle_type)
  const { tags, tag_groups: groups } = form
  return {
    target:
      form.user_target === 'own-use'
        ? t('target.own-use')
        : join(`${form.first_name} ${form.last_name}`.trim(), form.email, form.phone),
    device: formatImei(form.imei),
    vehicle: join(
      form.name,
      type && t(`map:vehicleTypes.${type}`),
      form.brand,
      form.model,
      form.frame_number,
      form.license_plate,
    ),
    details:
      join(
        groups.length > 0 && t('section.tagGroups', { count: groups.length }),
        tags.length > 0 && t('section.tags', { count: tags.length }),
        form.engine_brand,
        form.engine_model,
        form.power_unit,
      ) || t('section.nothing'),
  }
}

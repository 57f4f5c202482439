import Autocomplete from '@mui/material/Autocomplete'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../../components/layout/text.js'
import { ErrorNotice } from '../../../../components/error-notice.js'
import { Field } from '../../../../components/field.js'
import { formatImei } from '../../../../lib/format/numbers.js'
import { carriersQuery, replaceableQuery } from '../../queries/install-queries.js'
import { useListWords } from '../../form/use-fields.js'
import { joined } from '../../../../lib/format/joined.js'

interface CarrierFieldProps {
  entityId: number | null
  onEntity: (id: number | null) => void
}

/** Field for the vehicle that gets another tracker. Shows its present tracker. */
export function CarrierField({ entityId, onEntity }: CarrierFieldProps) {
  const { t } = useTranslation('install')
  const { data: carriers } = useQuery(carriersQuery)
  const { data: entity, error, refetch } = useQuery(replaceableQuery(entityId))
  const chosen = carriers?.find(({ id }) => id === entityId) ?? null
  return (
    <>
      <Autocomplete
        options={carriers ?? []}
        value={chosen}
        loading={carriers === undefined}
        autoHighlight
        getOptionLabel={({ name, license_plate: plate, imei }) => joined([name, plate, imei])}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        onChange={(_event, next) => onEntity(next?.id ?? null)}
        {...useListWords()}
        renderInput={(params) => (
          <Field
            {...params}
            label={t('replace.choose')}
            helperText={t('replace.chooseHint')}
            errorText={entity?.blocked_message ?? undefined}
          />
        )}
      />
      {error && entityId !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!entity && !error && entityId !== null && <Skeleton height={48} />}
      {entity?.device && (
        <Text size="body" tone="secondary" breaks>
          {t('replace.now', {
            facts: joined([formatImei(entity.device.imei), entity.device.model, entity.business_name]),
          })}
        </Text>
      )}
    </>
  )
}

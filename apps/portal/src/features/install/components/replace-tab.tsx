import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Field } from '../../../components/field.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { carriersQuery, replaceableQuery } from '../queries/install-queries.js'
import { InstalledNotice } from './installed-notice.js'
import { ReplaceForm } from './replace-form.js'
import { Section } from './section.js'

interface ReplaceTabProps {
  /** Of the address: the vehicle whose tracker is to be replaced. */
  entityId: number | null
  onEntity: (id: number | null) => void
  onLiveTest: (imei: string) => void
}

/** another tracker for a vehicle, which keeps its trips and its odometer (G-53). */
export function ReplaceTab({ entityId, onEntity, onLiveTest }: ReplaceTabProps) {
  const { t } = useTranslation('install')
  const [replaced, setReplaced] = useState<{ name: string; imei: string }>()
  const { data: carriers } = useQuery(carriersQuery)
  const { data: entity, error, refetch } = useQuery(replaceableQuery(entityId))
  const chosen = carriers?.find(({ id }) => id === entityId) ?? null
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      {replaced && (
        <InstalledNotice title={t('replace.done', { name: replaced.name })} imei={replaced.imei} onLiveTest={onLiveTest} />
      )}
      <Section number={1} title={t('replace.vehicle')} wrong={0} isComplete={entity?.blocked_message === null}>
        <Autocomplete
          options={carriers ?? []}
          value={chosen}
          loading={carriers === undefined}
          autoHighlight
          getOptionLabel={({ name, license_plate: plate, imei }) => [name, plate, imei].filter(Boolean).join(' · ')}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(option, one) => option.id === one.id}
          onChange={(_event, next) => {
            setReplaced(undefined)
            onEntity(next?.id ?? null)
          }}
          loadingText={t('options.loading')}
          noOptionsText={t('options.none')}
          openText={t('options.open')}
          closeText={t('options.close')}
          clearText={t('options.clear')}
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
          <Box sx={{ fontSize: 14, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t('replace.now', {
              facts: [formatImei(entity.device.imei), entity.device.model, entity.business_name].filter(Boolean).join(' · '),
            })}
          </Box>
        )}
      </Section>
      {entity?.blocked_message === null && (
        <ReplaceForm
          key={entity.id}
          entity={entity}
          onReplaced={(imei) => {
            setReplaced({ name: entity.name, imei })
            onEntity(null)
          }}
        />
      )}
    </Box>
  )
}

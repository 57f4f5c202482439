import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import type { components } from '../../../lib/api/schema.js'
import { useReason } from '../../../lib/api/use-reason.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { carrierSearchQuery } from '../queries/device-queries.js'
import { useTyped } from '../use-typed.js'
import { joined } from '../../../lib/format/joined.js'

type Carrier = components['schemas']['Entity']

/** Attaches a tracker to a vehicle that has none. */
export function AttachDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const reasonOf = useReason()
  const [, setTyped, asked] = useTyped()
  const [carrier, setCarrier] = useState<Carrier | null>(null)
  const [error, setError] = useState<string>()
  const attach = useDeviceChange(changes.attach, {
    done: () => t('done.attached', { name: carrier?.name ?? '' }),
    then: onClose,
    failed: (cause) => setError(reasonOf(cause)),
  })
  const submit = () => {
    if (!carrier) return setError(t('attach.required'))
    attach.mutate({ id: device.id, entityId: carrier.id })
  }
  const found = useQuery(carrierSearchQuery(asked))
  const refusalOf = ({ device_id, vehicle_type }: Carrier) => {
    if (device_id !== null) return t('attach.taken')
    return vehicle_type === 'unregistered' ? t('attach.unregistered') : undefined
  }
  return (
    <AskDialog
      isSheet
      title={t('attach.title', { imei: formatImei(device.imei) })}
      onClose={onClose}
      act={{ label: t('attach.confirm'), onAct: submit, isPending: attach.isPending }}
    >
      <Autocomplete<Carrier>
        options={found.data ?? []}
        filterOptions={(options) => options}
        value={carrier}
        loading={found.isFetching}
        loadingText={t('find.searching')}
        noOptionsText={t('attach.none')}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ name }) => name}
        getOptionDisabled={(option) => refusalOf(option) !== undefined}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        onInputChange={(_event, text) => setTyped(text)}
        onChange={(_event, chosen) => {
          setCarrier(chosen)
          setError(undefined)
        }}
        renderOption={({ key, ...option }, one) => (
          <Box component="li" key={key} {...option} sx={{ display: 'block !important' }}>
            <Text weight="strong">{one.name}</Text>
            <Text size="caption" tone="secondary" breaks>
              {joined([one.frame_number, one.license_plate, one.business_name, refusalOf(one)])}
            </Text>
          </Box>
        )}
        renderInput={(params) => (
          <Field {...params} autoFocus label={t('columns.entity_name')} errorText={error} helperText={t('attach.hint')} />
        )}
      />
    </AskDialog>
  )
}

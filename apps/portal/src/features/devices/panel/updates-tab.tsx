import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { updatesQuery } from '../queries/device-queries.js'
import { Loaded } from '../../../components/loaded.js'
import { UpdateItem } from './update-item.js'

/** Lists the firmware and settings updates requested for a tracker, with their progress (G-71). */
export function UpdatesTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const query = useQuery(updatesQuery(device.id))
  const missingRight = useMissingRight('manage:devices')
  return (
    <Stack>
      <UpdateForm device={device} missingRight={missingRight} />
      <Loaded query={query} nothing={{ icon: ArrowUpCircle, title: t('updates.none') }}>
        {(updates) => (
          <ol aria-label={t('panel.updates')}>
            {updates.map((update) => (
              <UpdateItem key={update.id} update={update} disabledBecause={missingRight} />
            ))}
          </ol>
        )}
      </Loaded>
    </Stack>
  )
}

function UpdateForm({ device, missingRight }: { device: Device; missingRight: string | undefined }) {
  const { t } = useTranslation('devices')
  const [firmware, setFirmware] = useState('')
  const [settingsCrc, setSettingsCrc] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const refuse = (name: string) => (sentence: string) => setErrors((before) => ({ ...before, [name]: sentence }))
  const ask = useDeviceChange(changes.askUpdate, {
    done: () => t('updates.asked'),
    then: () => {
      setFirmware('')
      setSettingsCrc('')
    },
    refused: { to_firmware: refuse('to_firmware'), to_settings_crc: refuse('to_settings_crc') },
  })
  const isWaiting = device.update_state !== null
  const submit = () => {
    if (firmware.trim() === '' && settingsCrc.trim() === '') return setErrors({ to_firmware: t('updates.required') })
    setErrors({})
    ask.mutate({ device_id: device.id, to_firmware: firmware.trim() || null, to_settings_crc: settingsCrc.trim() || null })
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('updates.new')}
      onSubmit={(event) => {
        event.preventDefault()
        if (missingRight === undefined && !isWaiting) submit()
      }}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}
    >
      <Field
        label={t('columns.firmware_version')}
        value={firmware}
        errorText={errors.to_firmware}
        placeholder={device.firmware_version ?? undefined}
        onChange={({ target }) => setFirmware(target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <Field
        label={t('columns.settings_crc')}
        value={settingsCrc}
        errorText={errors.to_settings_crc}
        placeholder={device.settings_crc ?? undefined}
        onChange={({ target }) => setSettingsCrc(target.value)}
        slotProps={{ htmlInput: { maxLength: 16, spellCheck: false } }}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <ActionButton
          type="submit"
          variant="contained"
          disabledBecause={missingRight ?? (isWaiting ? t('updates.waiting') : undefined)}
          loading={ask.isPending}
          label={t('updates.ask')}
        />
      </Box>
    </Box>
  )
}

import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'

/** Detaches a tracker from its vehicle. The reason is recorded in the history of the tracker and of the vehicle. */
export function DetachDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const name = device.entity_name ?? ''
  const detach = useDeviceChange(changes.detach, { done: () => t('done.detached', { name }), then: onClose })
  const [reason, setReason] = useState('')
  const [returned, setReturned] = useState(false)
  const [error, setError] = useState<string>()
  const submit = () => {
    if (reason.trim() === '') return setError(t('detach.required'))
    detach.mutate({ id: device.id, reason: reason.trim(), returned })
  }
  return (
    <AskDialog
      title={t('detach.title', { name })}
      onClose={onClose}
      act={{ label: t('detach.confirm'), onAct: submit, isPending: detach.isPending }}
    >
      <Stack gap={1.5}>
        <Field
          autoFocus
          label={t('detach.reason')}
          value={reason}
          errorText={error}
          helperText={t('detach.hint')}
          onChange={({ target }) => {
            setReason(target.value)
            setError(undefined)
          }}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <FormControlLabel
          control={<Checkbox checked={returned} onChange={(_event, checked) => setReturned(checked)} />}
          label={t('form.returned')}
        />
      </Stack>
    </AskDialog>
  )
}

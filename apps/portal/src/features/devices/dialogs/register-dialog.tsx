import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { counted } from '../../../lib/format/numbers.js'
import { useSession } from '../../../lib/session/session.js'
import { changes, type DeviceImport, useDeviceChange } from '../queries/device-changes.js'
import { FailureList } from './failure-list.js'

/** Quoted for a CSV. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Registers many trackers that knocked, for one business; from then on they are let in. */
export function RegisterDialog({ imeis, onClose }: { imeis: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const [businessId, setBusinessId] = useState(useSession().user.business_id)
  const [model, setModel] = useState('')
  const [error, setError] = useState<string>()
  const [result, setResult] = useState<DeviceImport>()
  const notify = useNotify()
  const register = useDeviceChange(changes.import, {
    then: (done) => {
      if (done.failed.length > 0) return setResult(done)
      notify.success(t('register.done', counted(done.created)))
      onClose()
    },
  })
  const submit = () => {
    if (businessId === null) return setError(t('form.errors.business'))
    const csv = ['imei,model', ...imeis.map((imei) => `${imei},${quoted(model.trim())}`)].join('\n')
    register.mutate({ csv, business_id: businessId })
  }
  if (result)
    return (
      <FailureList
        title={t('register.failed', counted(result.failed.length))}
        summary={result.created > 0 ? t('register.done', counted(result.created)) : undefined}
        // the head is line 1
        failures={result.failed.map(({ row, message }) => ({ name: imeis[row - 2] ?? String(row), reason: message }))}
        onClose={onClose}
      />
    )
  return (
    <AskDialog
      isSheet
      title={t('register.title', counted(imeis.length))}
      onClose={onClose}
      act={{ label: t('unknown.register'), onAct: submit, isPending: register.isPending }}
    >
      <Stack>
        <BusinessPicker
          id="register-business"
          autoFocus
          label={t('columns.business_name')}
          value={businessId}
          error={businessId === null ? error : undefined}
          onChange={setBusinessId}
        />
        <Field
          isOptional
          label={t('columns.model')}
          value={model}
          onChange={({ target }) => setModel(target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      </Stack>
    </AskDialog>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint, Stack } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { counted } from '../../../lib/format/numbers.js'
import { useSession } from '../../../lib/session/session.js'
import { changes, type DeviceImport, useDeviceChange } from '../queries/device-changes.js'
import { WaitingNotice } from '../possession/waiting-notice.js'
import { FailureList } from './failure-list.js'

/** Quotes a text for CSV. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Registers many unregistered trackers for one business. From then on their data is accepted. */
export function RegisterDialog({ imeis, onClose }: { imeis: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const [businessId, setBusinessId] = useState(useSession().user.business_id)
  const [model, setModel] = useState('')
  const [error, setError] = useState<string>()
  const [result, setResult] = useState<DeviceImport>()
  const notify = useNotify()
  const register = useDeviceChange(changes.import, {
    then: (done) => {
      if (done.failed.length + done.waiting > 0) return setResult(done)
      notify.success(t('register.done', counted(done.created)))
      onClose()
    },
  })
  const submit = () => {
    if (businessId === null) return setError(t('form.errors.business'))
    const csv = ['imei,model', ...imeis.map((imei) => `${imei},${quoted(model.trim())}`)].join('\n')
    register.mutate({ csv, business_id: businessId })
  }
  if (result) return <RegisterResult imeis={imeis} result={result} onClose={onClose} />
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

interface RegisterResultProps {
  imeis: readonly string[]
  result: DeviceImport
  onClose: () => void
}

/**
 * Lists the trackers that were not registered: the failures with reasons, and the number of trackers that wait for proof of
 * possession.
 */
function RegisterResult({ imeis, result: { created, waiting, failed }, onClose }: RegisterResultProps) {
  const { t } = useTranslation(['devices', 'common'])
  const summary = created > 0 ? t('register.done', counted(created)) : undefined
  const notice = <WaitingNotice count={waiting} onLeave={onClose} />
  if (failed.length === 0)
    return (
      <AskDialog
        title={t('register.waiting', counted(waiting))}
        onClose={onClose}
        actions={<ActionButton autoFocus variant="contained" label={t('common:actions.close')} onClick={onClose} />}
      >
        {summary && <Hint sx={{ mb: 1 }}>{summary}</Hint>}
        {notice}
      </AskDialog>
    )
  return (
    <FailureList
      title={t('register.failed', counted(failed.length))}
      summary={summary}
      // The API counts rows from 1, and row 1 is the heading. The first IMEI is therefore in row 2.
      failures={failed.map(({ row, message }) => ({ name: imeis[row - 2] ?? String(row), reason: message }))}
      onClose={onClose}
    >
      {notice}
    </FailureList>
  )
}

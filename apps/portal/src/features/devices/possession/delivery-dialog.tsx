import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Hint, Stack } from '../../../components/layout/index.js'
import { counted, formatCount } from '../../../lib/format/numbers.js'
import { ImeiListField } from '../components/imei-list-field.js'
import { useDeviceChange } from '../queries/device-changes.js'
import { readImeis } from '../read-imeis.js'
import { possession } from './possession-queries.js'

/** The API's most in one call. */
const MOST = 5_000

/** What was sent to a business is written down: it registers those trackers at once, and those that waited for it are registered. */
export function DeliveryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const [to, setTo] = useState<number | null>(null)
  const [list, setList] = useState('')
  const [errors, setErrors] = useState<{ to?: string; list?: string }>({})
  const { imeis } = readImeis(list)
  const deliver = useDeviceChange(possession.deliver, {
    done: ({ delivered, registered }) =>
      [t('deliveries.done', counted(delivered)), registered > 0 ? t('deliveries.registered', counted(registered)) : '']
        .join(' ')
        .trim(),
    then: onClose,
    refused: { business_id: (sentence) => setErrors({ to: sentence }), imeis: (sentence) => setErrors({ list: sentence }) },
  })
  const submit = () => {
    const wrong = {
      ...(to === null && { to: t('form.errors.business') }),
      ...(imeis.length === 0 && { list: t('link.listRequired') }),
      ...(imeis.length > MOST && { list: t('link.tooMany', { most: formatCount(MOST) }) }),
    }
    setErrors(wrong)
    if (to !== null && Object.keys(wrong).length === 0) deliver.mutate({ business_id: to, imeis })
  }
  return (
    <AskDialog
      isSheet
      width={640}
      title={t('deliveries.new')}
      onClose={onClose}
      act={{ label: t('deliveries.act'), onAct: submit, isPending: deliver.isPending }}
    >
      <Stack>
        <Hint>{t('deliveries.hint')}</Hint>
        <ImeiListField value={list} error={errors.list} onChange={setList} />
        <BusinessPicker id="delivery-business" label={t('columns.delivered_to')} value={to} error={errors.to} onChange={setTo} />
      </Stack>
    </AskDialog>
  )
}

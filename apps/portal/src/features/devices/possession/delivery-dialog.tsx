import { isTrackerId } from '@roadbook/contracts/written-tracker-id'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { Hint, Stack } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { counted, formatCount, formatImei } from '../../../lib/format/numbers.js'
import { ImeiListField } from '../components/imei-list-field.js'
import { useDeviceChange } from '../queries/device-changes.js'
import { type ReadTrackers, readTrackers } from '../read-trackers.js'
import { deliveredText } from './delivered-text.js'
import { possession } from './possession-queries.js'

/** The API's limit on trackers per call. */
const MOST = 5_000

interface Errors {
  to?: string
  list?: string
  name?: string
}

/**
 * Records a delivery to a business. The business can then register the delivered trackers immediately. If it has waiting
 * registrations of these trackers, they are completed.
 */
export function DeliveryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const [to, setTo] = useState<number | null>(null)
  const [list, setList] = useState('')
  const [typedName, setName] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const read = readTrackers(list)
  const name = typedName.trim()
  const isNameAsked = read.trackers.length === 1 && read.named === 0
  const trackers = isNameAsked && name !== '' ? read.trackers.map((one) => ({ ...one, tracker_id: name })) : read.trackers
  const refuse = (error: unknown) => {
    const refused = errorsOf(refusedFields(error), trackers)
    setErrors(refused)
    if (Object.keys(refused).length === 0) notify.failure(error)
  }
  const deliver = useDeviceChange(possession.deliver, {
    done: (answer) => deliveredText(t, answer),
    then: onClose,
    failed: refuse,
  })
  const submit = () => {
    const wrong: Errors = {
      ...(to === null && { to: t('form.errors.business') }),
      ...(trackers.length === 0 && { list: t('link.listRequired') }),
      ...(trackers.length > MOST && { list: t('link.tooMany', { most: formatCount(MOST) }) }),
      ...(isNameAsked && name !== '' && !isTrackerId(name) && { name: t('form.errors.trackerId') }),
    }
    setErrors(wrong)
    if (to !== null && Object.keys(wrong).length === 0) deliver.mutate(bodyOf(to, trackers))
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
        <ImeiListField
          value={list}
          error={errors.list}
          read={read}
          hint={t('deliveries.listHint')}
          more={read.named > 0 ? t('deliveries.named', counted(read.named)) : undefined}
          onChange={setList}
        />
        {isNameAsked && (
          <Field
            isOptional
            label={t('columns.tracker_id')}
            value={typedName}
            errorText={errors.name}
            helperText={t('deliveries.nameHint')}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
          />
        )}
        <BusinessPicker id="delivery-business" label={t('columns.delivered_to')} value={to} error={errors.to} onChange={setTo} />
      </Stack>
    </AskDialog>
  )
}

/** Returns the request body. If no tracker has an ID besides its IMEI, the body contains only the list of IMEIs. */
const bodyOf = (to: number, trackers: ReadTrackers['trackers']) =>
  trackers.some(({ tracker_id }) => tracker_id !== undefined)
    ? { business_id: to, trackers }
    : { business_id: to, imeis: trackers.map(({ imei }) => imei) }

const SHOWN_REFUSED = 5

/** Assigns the API's errors to the form's fields. Errors of single trackers are shown below the list, each with the IMEI. */
function errorsOf(refused: ReturnType<typeof refusedFields>, trackers: ReadTrackers['trackers']): Errors {
  const { business_id: to, imeis, ...others } = refused
  const named = Object.entries(others).flatMap(([field, sentence]) => {
    const [, at] = /^trackers\.(\d+)\./.exec(field) ?? []
    const tracker = trackers[Number(at)]
    return tracker ? [`${formatImei(tracker.imei)}: ${sentence}`] : []
  })
  const shown = [...named.slice(0, SHOWN_REFUSED), ...(named.length > SHOWN_REFUSED ? ['…'] : [])].join('; ')
  const list = imeis ?? others.trackers ?? (shown || undefined)
  return { ...(to !== undefined && { to }), ...(list !== undefined && { list }) }
}

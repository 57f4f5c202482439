import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack, Bullets } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { formatCount, formatImei, counted } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { ImeiListField } from '../components/imei-list-field.js'
import type { Device } from '../device.js'
import { changes, type DeviceLinkResult, useDeviceChange } from '../queries/device-changes.js'
import { readImeis } from '../read-imeis.js'
import { FailureList } from './failure-list.js'

interface LinkDialogProps {
  /** Devices selected beforehand. If absent, the dialog asks for a list of IMEIs. */
  devices?: readonly Device[]
  /** IMEIs that the list contains at first. */
  imeis?: readonly string[]
  onClose: () => void
  /** Called instead of `onClose` after the devices were linked and the user has seen the failures, if there are any. */
  onLinked?: () => void
}

/** The API's limit on devices per call. */
const MOST = 1_000
const KINDS = ['enterprise'] as const

/** Manages the form: its state, validation, the request and the failures. */
function useLink(devices: LinkDialogProps['devices'], known: readonly string[] = [], onLinked: () => void) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const [to, setTo] = useState<number | null>(null)
  const [list, setList] = useState(() => known.join('\n'))
  const [errors, setErrors] = useState<{ to?: string; list?: string }>({})
  const [failed, setFailed] = useState<{ linked: number; failures: DeviceLinkResult['failed'] }>()
  const { imeis } = readImeis(list)
  const count = devices?.length ?? imeis.length
  const refuseList = (list: string) => setErrors((before) => ({ ...before, list }))
  const link = useDeviceChange(changes.link, {
    then: ({ linked, failed: failures }) => {
      if (failures.length > 0) return setFailed({ linked: linked.length, failures })
      notify.success(t('link.done', counted(linked.length)))
      onLinked()
    },
    refused: { enterprise_id: (sentence) => setErrors({ to: sentence }), devices: refuseList, imeis: refuseList },
  })
  const submit = () => {
    const wrong = {
      ...(to === null && { to: t('link.enterpriseRequired') }),
      ...(count === 0 && { list: t('link.listRequired') }),
      ...(count > MOST && { list: t('link.tooMany', { most: formatCount(MOST) }) }),
    }
    setErrors(wrong)
    if (to === null || Object.keys(wrong).length > 0) return
    link.mutate({ enterprise_id: to, ...(devices ? { devices: devices.map(({ id }) => id) } : { imeis }) })
  }
  return { link, to, setTo, list, setList, errors, failed, count, submit }
}

/** Links many trackers to an enterprise. Failures stay visible with their reasons and can be copied (G-70). */
export function LinkDialog({ devices, imeis: known, onClose, onLinked = onClose }: LinkDialogProps) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('manage:devices')
  const { link, to, setTo, list, setList, errors, failed, count, submit } = useLink(devices, known, onLinked)
  if (failed) {
    const nameOf = (id: number | null) => devices?.find((device) => device.id === id)?.imei
    return (
      <FailureList
        title={t('link.failed', counted(failed.failures.length))}
        summary={failed.linked > 0 ? t('link.done', counted(failed.linked)) : undefined}
        failures={failed.failures.map(({ id, imei, reason }) => ({
          name: imei ?? nameOf(id) ?? String(id),
          reason: t(`link.reasons.${reason as 'not_found'}`),
        }))}
        onClose={onLinked}
      />
    )
  }
  return (
    <AskDialog
      isSheet
      width={640}
      title={t('link.title')}
      onClose={onClose}
      act={{
        label: count === 0 ? t('actions.link') : t('link.act', counted(count)),
        onAct: submit,
        isPending: link.isPending,
        disabledBecause: missingRight,
      }}
    >
      <Stack>
        {devices ? (
          <Bullets mostPx={240} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {devices.map(({ id, imei, business_name }) => (
              <li key={id}>{t('link.one', { imei: formatImei(imei), business: business_name })}</li>
            ))}
          </Bullets>
        ) : (
          <ImeiListField value={list} error={count === 0 || count > MOST ? errors.list : undefined} onChange={setList} />
        )}
        <BusinessPicker
          id="link-enterprise"
          label={t('link.enterprise')}
          kinds={KINDS}
          value={to}
          error={to === null ? errors.to : undefined}
          hint={t('link.enterpriseHint')}
          onChange={setTo}
        />
      </Stack>
    </AskDialog>
  )
}

import Button from '@mui/material/Button'
import { writtenIccid } from '@roadbook/contracts/written-imei'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row, Form } from '../../../components/layout/index.js'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import type { components } from '../../../lib/api/schema.js'
import { keptDay, momentOfDay } from '../../../lib/day-range.js'
import type { Device } from '../device.js'
import { iccidKey } from '../device-form.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'

export type Sim = components['schemas']['Sim']
type Written = components['schemas']['WriteSim']
const STATES = ['inactive', 'active', 'suspended', 'ended'] as const

const dayIn = (kept: string | null | undefined) => (kept ? keptDay(kept) : '')
const momentOf = (day: string) => (day === '' ? null : momentOfDay(day))

/** Manages the form of a SIM, and saves the SIM. */
function useSim(device: Device, sim: Sim | undefined, onSaved: () => void) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const add = useDeviceChange(changes.addSim)
  const update = useDeviceChange(changes.updateSim)
  const [form, setForm] = useState({
    iccid: sim?.iccid ?? device.iccid ?? '',
    msisdn: sim?.msisdn ?? '',
    provider: sim?.provider ?? '',
    status: sim?.status ?? 'active',
    activated: dayIn(sim?.activated_at),
    expires: dayIn(sim?.expires_at),
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const submit = async () => {
    const read = writtenIccid(form.iccid)
    if (read.fault !== undefined) return setErrors({ iccid: t(iccidKey(read.fault)) })
    const body: Written = {
      iccid: read.iccid,
      msisdn: form.msisdn.replace(/\s/g, '') || null,
      provider: form.provider.trim() || null,
      status: form.status,
      activated_at: momentOf(form.activated),
      expires_at: momentOf(form.expires),
      device_id: device.id,
    }
    try {
      await (sim ? update.mutateAsync({ sim, body }) : add.mutateAsync(body))
      notify.success(t('sim.saved'))
      onSaved()
    } catch (error) {
      const refused = refusedFields(error)
      setErrors(refused)
      if (!['iccid', 'msisdn', 'provider', 'activated_at', 'expires_at'].some((name) => name in refused)) notify.failure(error)
    }
  }
  return { form, setForm, errors, isSaving: add.isPending || update.isPending, submit }
}

/** Adds a SIM to this tracker, or changes the present one. */
export function SimForm({ device, sim, onClose }: { device: Device; sim?: Sim; onClose: () => void }) {
  const { t } = useTranslation(['devices', 'common'])
  const { form, setForm, errors, isSaving, submit } = useSim(device, sim, onClose)
  const text = (name: keyof typeof form, label: string, field: string, type?: 'date') => (
    <Field
      label={label}
      type={type}
      value={form[name]}
      errorText={errors[field]}
      onChange={({ target }) => setForm({ ...form, [name]: target.value })}
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
    />
  )
  return (
    <Form aria-label={sim ? t('sim.edit') : t('sim.new')} onSubmit={submit}>
      {text('iccid', t('columns.iccid'), 'iccid')}
      {text('msisdn', t('sim.msisdn'), 'msisdn')}
      {text('provider', t('sim.provider'), 'provider')}
      <Field
        label={t('sim.status')}
        value={form.status}
        onChange={({ target }) => setForm({ ...form, status: target.value as Sim['status'] })}
        options={STATES.map((state) => ({ value: state, label: t(`sim.states.${state}`) }))}
      />
      {text('activated', t('sim.activated'), 'activated_at', 'date')}
      {text('expires', t('sim.expires'), 'expires_at', 'date')}
      <Row align="stretch">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <ActionButton type="submit" variant="contained" loading={isSaving} label={t('form.save')} />
      </Row>
    </Form>
  )
}

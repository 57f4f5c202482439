import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { VEHICLE_TYPES } from '@roadbook/contracts/vehicle-type'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { FieldPair, Form, Row, SmallHint } from '../../../components/layout/index.js'
import { brandsQuery } from '../../../lib/catalogue-queries.js'
import { PATHS } from '../../../lib/paths.js'
import { type FirstSteps, firstChanges, useFirstChange } from './first-steps-query.js'

const TYPES = VEHICLE_TYPES.filter((type) => type !== 'unregistered')

interface VehicleForm {
  name: string
  vehicle_type: (typeof TYPES)[number]
  brand: string
  frame_number: string
  license_plate: string
}
type Name = keyof VehicleForm

/** Creates the vehicle for the tracker. By default its name and numbers are the end of the IMEI. The brand has no default. */
export function InstallStep({ device }: { device: NonNullable<FirstSteps['device']> }) {
  const { t } = useTranslation(['home', 'map', 'entities'])
  const end = device.imei.slice(-6)
  const [form, setForm] = useState<VehicleForm>({
    name: t('steps.install.called', { end }),
    vehicle_type: 'eBike',
    brand: '',
    frame_number: end,
    license_plate: end,
  })
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const brands = useQuery(brandsQuery)
  const refuses = (name: Name) => (sentence: string) => setErrors((before) => ({ ...before, [name]: sentence }))
  const install = useFirstChange(firstChanges.install, {
    done: (made) => t('steps.install.done', { name: made.name }),
    refused: {
      name: refuses('name'),
      vehicle_type: refuses('vehicle_type'),
      brand: refuses('brand'),
      frame_number: refuses('frame_number'),
      license_plate: refuses('license_plate'),
    },
  })
  const set = (name: Name) => (value: string) => {
    setForm((before) => ({ ...before, [name]: value }))
    setErrors((before) => ({ ...before, [name]: undefined }))
  }
  const submit = () => {
    if (form.brand === '') return refuses('brand')(t('steps.install.brandMissing'))
    install.mutate({ ...form, imei: device.imei, business_id: device.business_id, user_target: 'own-use' })
  }
  const text = (name: 'name' | 'frame_number' | 'license_plate') => (
    <Field
      label={t(`entities:columns.${name}`)}
      value={form[name]}
      errorText={errors[name]}
      onChange={({ target }) => set(name)(target.value)}
    />
  )
  return (
    <Form gap={1.5} onSubmit={submit}>
      <FieldPair>
        {text('name')}
        <Field
          label={t('entities:columns.brand')}
          value={form.brand}
          options={(brands.data ?? []).map(({ name }) => ({ value: name, label: name }))}
          errorText={errors.brand}
          onChange={({ target }) => set('brand')(target.value)}
        />
      </FieldPair>
      <FieldPair>
        <Field
          label={t('entities:columns.vehicle_type')}
          value={form.vehicle_type}
          options={TYPES.map((type) => ({ value: type, label: t(`map:vehicleTypes.${type}`) }))}
          onChange={({ target }) => set('vehicle_type')(target.value)}
        />
        <FieldPair>
          {text('frame_number')}
          {text('license_plate')}
        </FieldPair>
      </FieldPair>
      <SmallHint>{t('steps.install.later')}</SmallHint>
      <Row wrap>
        <ActionButton type="submit" variant="contained" label={t('steps.install.press')} loading={install.isPending} />
        <Button component={Link} to={PATHS.installDevices}>
          {t('steps.install.form')}
        </Button>
        <Button component={Link} to={`${PATHS.entities}?dialog=import:entities`}>
          {t('steps.install.import')}
        </Button>
      </Row>
    </Form>
  )
}

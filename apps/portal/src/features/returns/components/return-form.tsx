import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Form, Fill, Row, Stack, Text, FieldPair } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { ScanButton } from '../../../components/scanner/index.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { GuideLink } from '../../guides/index.js'
import { changes, type Return, useReturnChange } from '../queries/return-changes.js'
import { countriesQuery } from '../queries/return-queries.js'
import { beginWith, REASONS, refusalsOf, type Refusals, type ReturnValues, toReturn, wrongIn } from '../return-form.js'
import { PhotosField } from './photos-field.js'
import { joined } from '../../../lib/format/joined.js'

interface ReturnFormProps {
  begin: components['schemas']['ReturnForm']
  /** Preselects detaching the tracker from its vehicle. */
  takesOff: boolean
  /** @param left photos that failed */
  onSent: (one: Return, left: readonly Blob[]) => void
  onClose: () => void
}

/** Form of a return: reason, photos, wish for a replacement, and sender of the parcel (G-52). */
export function ReturnForm({ begin, takesOff, onSent, onClose }: ReturnFormProps) {
  const { t } = useTranslation('returns')
  const formId = useId()
  const notify = useNotify()
  const onceKey = useOnceKey()
  const missingRight = useMissingRight('create:entity')
  const create = useReturnChange(changes.create)
  const addPhotos = useReturnChange(changes.addPhotos)
  const [values, setValues] = useState<ReturnValues>(() => ({ ...beginWith(begin), takeOff: takesOff }))
  const [photos, setPhotos] = useState<readonly Blob[]>([])
  const [refusals, setRefusals] = useState<Refusals>({})
  const isOnVehicle = begin.state === 'installed'
  const change = (more: Partial<ReturnValues>) => setValues((before) => ({ ...before, ...more }))

  const send = async () => {
    const wrong = Object.entries(wrongIn(values, isOnVehicle)).map(([field, key]) => [field, t(key)] as const)
    setRefusals(Object.fromEntries(wrong))
    const { reason } = values
    if (wrong.length > 0 || reason === '') return
    try {
      const body = toReturn(begin.imei, { ...values, reason })
      const one = await create.mutateAsync({ body, key: onceKey(body) })
      notify.success(t('sent', { number: one.number }))
      onSent(one, photos.length === 0 ? [] : await addPhotos.mutateAsync({ id: one.id, photos }))
    } catch (error) {
      const refused = refusalsOf(refusedFields(error))
      if (Object.keys(refused).length > 0) setRefusals(refused)
      else notify.failure(error)
    }
  }
  return (
    <SideDrawer
      isOpen
      title={t('title')}
      subtitle={joined([formatImei(begin.imei), begin.device_model])}
      onClose={onClose}
      act={{
        label: t('send'),
        icon: PackageCheck,
        formId,
        isPending: create.isPending || addPhotos.isPending,
        disabledBecause: missingRight,
      }}
    >
      <Form
        id={formId}
        aria-label={t('title')}
        onSubmit={() => {
          if (missingRight === undefined) void send()
        }}
      >
        <ReturnFields begin={begin} values={values} refusals={refusals} onChange={change}>
          <PhotosField photos={photos} onChange={setPhotos} />
        </ReturnFields>
      </Form>
    </SideDrawer>
  )
}

interface ReturnFieldsProps {
  begin: components['schemas']['ReturnForm']
  values: ReturnValues
  refusals: Refusals
  onChange: (more: Partial<ReturnValues>) => void
  /** Photos, between the reason and the sender. */
  children: ReactNode
}

function ReturnFields({ begin, values, refusals, onChange: change, children }: ReturnFieldsProps) {
  const { t } = useTranslation('returns')
  return (
    <>
      <div>
        <GuideLink guide="return" />
      </div>
      <LabelCheck imei={begin.imei} />
      {begin.state === 'installed' && (
        <Alert severity="warning">
          {t('onVehicle', { name: begin.entity_name ?? t('aVehicle') })}
          <FormControlLabel
            control={<Switch checked={values.takeOff} onChange={(_event, takeOff) => change({ takeOff })} />}
            label={t('takeOff')}
          />
          {refusals.takeOff && <FormHelperText error>{refusals.takeOff}</FormHelperText>}
        </Alert>
      )}
      <Field
        label={t('reason')}
        value={values.reason}
        errorText={refusals.reason}
        onChange={(event) => change({ reason: event.target.value as ReturnValues['reason'] })}
        options={REASONS.map((one) => ({ value: one, label: t(`reasons.${one}`) }))}
      />
      <Field
        label={t('note')}
        isOptional={values.reason !== 'other'}
        value={values.note}
        errorText={refusals.note}
        slotProps={{ htmlInput: { maxLength: 400, autoComplete: 'off' } }}
        onChange={(event) => change({ note: event.target.value })}
      />
      {children}
      <FormControlLabel
        control={
          <Switch checked={values.replacementWanted} onChange={(_event, replacementWanted) => change({ replacementWanted })} />
        }
        label={t('replacementWanted')}
      />
      <ShipFromFields values={values} refusals={refusals} onChange={change} />
    </>
  )
}

/** Lets the user scan the label of the tracker in their hands, and compares it with the expected tracker. */
function LabelCheck({ imei }: { imei: string }) {
  const { t } = useTranslation('returns')
  const [read, setRead] = useState<string>()
  return (
    <Stack gap={1}>
      <Row>
        <Fill>
          <Text size="dense" weight="medium">
            IMEI
          </Text>
          <Text size="title" tabular breaks>
            {formatImei(imei)}
          </Text>
        </Fill>
        <ScanButton label={t('scan.label')} hint={t('scan.hint')} onRead={setRead} />
      </Row>
      {read !== undefined && (
        <Alert severity={read === imei ? 'success' : 'error'}>
          {read === imei ? t('scan.same') : t('scan.other', { imei: formatImei(read) })}
        </Alert>
      )}
    </Stack>
  )
}

interface ShipFromFieldsProps {
  values: ReturnValues
  refusals: Refusals
  onChange: (more: Partial<ReturnValues>) => void
}

/** Fields for the sender, as printed on the label. */
function ShipFromFields({ values, refusals, onChange }: ShipFromFieldsProps) {
  const { t } = useTranslation('returns')
  const { data: countries = [] } = useQuery(countriesQuery)
  const line = (name: 'name' | 'address' | 'postcode' | 'city', maxLength: number, autoComplete: string) => (
    <Field
      label={t(`shipFrom.${name}`)}
      value={values[name]}
      errorText={refusals[name]}
      slotProps={{ htmlInput: { maxLength, autoComplete } }}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <Stack component="fieldset">
      <Text component="legend" weight="strong">
        {t('shipFrom.title')}
      </Text>
      {line('name', 100, 'organization')}
      {line('address', 200, 'street-address')}
      <FieldPair uneven>
        {line('postcode', 20, 'postal-code')}
        {line('city', 100, 'address-level2')}
      </FieldPair>
      <Field
        label={t('shipFrom.country')}
        value={countries.some(({ id }) => id === values.country) ? values.country : ''}
        errorText={refusals.country}
        onChange={(event) => onChange({ country: event.target.value })}
        options={countries.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Stack>
  )
}

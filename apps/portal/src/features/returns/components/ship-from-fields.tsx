import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { FieldPair, Stack, Text } from '../../../components/layout/index.js'
import { countriesQuery } from '../queries/return-queries.js'
import type { Refusals, ReturnValues } from '../return-form.js'

interface ShipFromFieldsProps {
  values: ReturnValues
  refusals: Refusals
  onChange: (more: Partial<ReturnValues>) => void
}

/** Where the parcel comes from, as it stands on the label. */
export function ShipFromFields({ values, refusals, onChange }: ShipFromFieldsProps) {
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

import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
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
    <Box component="fieldset" sx={{ display: 'grid', gap: 2, m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 1.5, fontWeight: 600 }}>
        {t('shipFrom.title')}
      </Box>
      {line('name', 100, 'organization')}
      {line('address', 200, 'street-address')}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', alignItems: 'start' }}>
        {line('postcode', 20, 'postal-code')}
        {line('city', 100, 'address-level2')}
      </Box>
      <Field
        select
        label={t('shipFrom.country')}
        value={countries.some(({ id }) => id === values.country) ? values.country : ''}
        errorText={refusals.country}
        onChange={(event) => onChange({ country: event.target.value })}
      >
        {countries.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </Field>
    </Box>
  )
}

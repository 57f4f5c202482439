import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { maintenancePlansQuery } from '../queries/install-queries.js'
import { type InstallFormApi, useFields } from '../use-fields.js'

const NONE = ''

/** the maintenance plan that the vehicle gets; absent where there is none to choose. */
export function PlanField({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('install')
  const { errorOf } = useFields(form)
  const { data: plans = [] } = useQuery(maintenancePlansQuery)
  if (plans.length === 0) return null
  const isOfMany = new Set(plans.map(({ business_id: id }) => id)).size > 1
  return (
    <Controller
      control={form.control}
      name="maintenance_plan_id"
      render={({ field: { ref, value, onChange, ...field } }) => (
        <Field
          select
          label={t('fields.maintenancePlan')}
          isOptional
          errorText={errorOf('maintenance_plan_id')}
          helperText={plans.find(({ id }) => id === value)?.description ?? undefined}
          inputRef={ref}
          value={plans.some(({ id }) => id === value) ? value : NONE}
          onChange={(event) => onChange(event.target.value === NONE ? null : Number(event.target.value))}
          {...field}
        >
          <MenuItem value={NONE}>{t('fields.noMaintenancePlan')}</MenuItem>
          {plans.map(({ id, name, business_name: business }) => (
            <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal' }}>
              {isOfMany ? `${name} · ${business}` : name}
            </MenuItem>
          ))}
        </Field>
      )}
    />
  )
}

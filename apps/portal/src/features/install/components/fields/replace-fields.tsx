import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../../components/field.js'
import { formatDistance } from '../../../../lib/format/numbers.js'
import { type Reason, REASONS } from '../../replace-values.js'
import { useUnchosen } from '../../form/use-fields.js'
import type { Replacing } from '../../use-replace.js'
import { DeviceField } from './device-field.js'

/** Fields for replacing a tracker, on desktop and phone. */
export function ReplaceFields({ replacing, odometerM }: { replacing: Replacing; odometerM: number }) {
  const { t } = useTranslation('install')
  const { values, set, refusals } = replacing
  const unchosen = useUnchosen()
  const reasons = REASONS.map((one) => ({ value: one, label: t(`replace.reasons.${one}`) }))
  return (
    <>
      <DeviceField label={t('fields.newImei')} value={values.imei} onChange={(imei) => set({ imei })} errorText={refusals.imei} />
      <Field
        label={t('replace.reason')}
        value={values.reason}
        errorText={refusals.reason}
        onChange={(event) => set({ reason: event.target.value as Reason })}
        options={reasons}
        slotProps={unchosen(reasons)}
      />
      <Field
        label={t('replace.note')}
        isOptional={values.reason !== 'other'}
        value={values.note}
        errorText={refusals.note}
        slotProps={{ htmlInput: { maxLength: 400, autoComplete: 'off' } }}
        onChange={(event) => set({ note: event.target.value })}
      />
      <FormControlLabel
        control={<Switch checked={values.returned} onChange={(_event, returned) => set({ returned })} />}
        label={t('replace.returned')}
        sx={{ '@media (pointer: coarse)': { minHeight: 44 } }}
      />
      <Typography variant="caption" color="textSecondary">
        {t('replace.odometer', { distance: formatDistance(odometerM) })}
      </Typography>
    </>
  )
}

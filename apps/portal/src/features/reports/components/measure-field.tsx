import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import type { ReportAddress } from '../use-report-address.js'

/** Field for the speed limit or the minimum stop. Hidden for other kinds of report. */
export function MeasureField({ address }: { address: ReportAddress }) {
  const { t } = useTranslation('reports')
  const { mode, limitKph, minMinutes, setMeasure } = address
  if (mode !== 'speeding' && mode !== 'stops') return null
  const [name, value, most] =
    mode === 'speeding' ? (['limit', limitKph, 300] as const) : (['minutes', minMinutes, 10_080] as const)
  return (
    <Field
      key={`${name} ${value}`}
      type="number"
      label={t(`measure.${name}`)}
      defaultValue={value}
      slotProps={{ htmlInput: { min: 1, max: most, step: 1 } }}
      sx={{ width: 160 }}
      onBlur={({ target }) => {
        const next = Math.round(Number(target.value))
        if (next >= 1 && next <= most && next !== value) setMeasure({ [name]: next })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') (event.target as HTMLElement).blur()
      }}
    />
  )
}

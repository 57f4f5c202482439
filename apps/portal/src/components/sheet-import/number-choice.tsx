import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { type LengthUnit, readLengthUnit } from '@roadbook/contracts/length-unit'
import { type DecimalSign, otherSign, readNumbers } from '@roadbook/contracts/sheet-numbers'
import { useTranslation } from 'react-i18next'
import { groupDigits, NBSP } from '../../lib/format/numbers.js'

interface NumberChoiceProps {
  /** Number as in the sheet: `12.345`. */
  number: string
  /** Unit of the numbers that state no unit. */
  unit: LengthUnit
  value: DecimalSign | undefined
  isDisabled: boolean
  onChange: (sign: DecimalSign) => void
}

/**
 * Asks what an ambiguous number means, because its point or comma may group thousands or mark decimals. Shown if no other number
 * in the column decides this.
 */
export function NumberChoice({ number, unit: ofColumn, value, isDisabled, onChange }: NumberChoiceProps) {
  const { t } = useTranslation('sheets')
  const [read] = readNumbers([number])
  if (read?.fault !== 'unclear') return null
  const { sign, decimal, whole } = read
  const unit = readLengthUnit(read.unit) ?? ofColumn
  const options = [
    { sign: otherSign(sign), label: `${groupDigits(whole)}${NBSP}${unit}` },
    {
      sign,
      label: `${decimal.units}${sign}${decimal.fraction}${NBSP}${unit} (${t(`parts.${unit}`, { units: decimal.units, rest: Number(decimal.fraction) })})`,
    },
  ]
  return (
    <FormControl disabled={isDisabled}>
      <FormLabel id="unclear-number">{t('unclear', { number })}</FormLabel>
      <RadioGroup
        aria-labelledby="unclear-number"
        value={value ?? ''}
        onChange={(_event, chosen) => onChange(chosen as DecimalSign)}
      >
        {options.map((option) => (
          <FormControlLabel
            key={option.sign}
            value={option.sign}
            control={<Radio size="small" />}
            label={option.label}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

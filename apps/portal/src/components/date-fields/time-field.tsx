import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MomentField, type MomentFieldProps } from './moment-field.js'
import { timeTyped } from './typed-moment.js'

const LENGTHS = [2, 2]
const DAY_MIN = 1_440
const STEP_MIN = 15
const PICKED_MIN = 30

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const PICKED = Array.from({ length: DAY_MIN / PICKED_MIN }, (_, at) => timeOf(at * PICKED_MIN))
const same = (text: string) => text

/** Field for a time of day: typed as HH:mm (24 hours) in every language, changed with the arrow keys, or picked from a list. */
export function TimeField(field: MomentFieldProps) {
  const { t } = useTranslation('common')
  const label = t('timeField.pick')
  const { value } = field
  const nearest = timeTyped(value) ? timeOf(Math.floor(minutesOf(value) / PICKED_MIN) * PICKED_MIN) : undefined
  return (
    <MomentField
      {...field}
      writing={{
        lengths: LENGTHS,
        sign: ':',
        pattern: t('timeField.pattern'),
        read: timeTyped,
        show: same,
        wrongOf: (time) => (timeTyped(time) ? undefined : t('timeField.wrong', { pattern: t('timeField.pattern') })),
        step: (time, by) => (timeTyped(time) ? timeOf((minutesOf(time) + by * STEP_MIN + DAY_MIN) % DAY_MIN) : undefined),
        icon: Clock,
        pickLabel: label,
        popupRole: 'menu',
        renderPopup: (popup, pick) => (
          <Menu {...popup} slotProps={{ paper: { sx: { maxHeight: 280 } }, list: { 'aria-label': label } }}>
            {PICKED.map((time) => (
              <MenuItem key={time} selected={time === nearest} onClick={() => pick(time)}>
                {time}
              </MenuItem>
            ))}
          </Menu>
        ),
      }}
    />
  )
}

import Box from '@mui/material/Box'
import { BatteryCharging, CircleAlert, CircleCheck, CircleMinus, Hourglass, MapPin, Satellite, Signal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Fill } from '../../../components/layout/layout.js'
import { useNow } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Check } from './verification-queries.js'

const icons = { network: Signal, gps: Satellite, 'external-battery': BatteryCharging, position: MapPin }
const looks = {
  waiting: { icon: Hourglass, bgcolor: 'surface.subtle', color: 'text.secondary' },
  passed: { icon: CircleCheck, bgcolor: 'moving.soft', color: 'moving.main' },
  suspect: { icon: CircleAlert, bgcolor: 'missing.soft', color: 'missing.main' },
  unreported: { icon: CircleMinus, bgcolor: 'surface.subtle', color: 'text.secondary' },
}

/** One check: what is looked at, how it stands in a word and a sign, and since when. */
export function CheckRow({ check, isLarge }: { check: Check; isLarge: boolean }) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const now = useNow()
  const Subject = icons[check.name]
  const { icon: Sign, bgcolor, color } = looks[check.state]
  const word = check.cause ? t(`causes.${check.cause}.short`) : t(`states.${check.state}`)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: isLarge ? 2 : 1.5,
        py: isLarge ? 1.5 : 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box
        sx={{
          flex: 'none',
          display: 'grid',
          placeContent: 'center',
          borderRadius: isLarge ? '14px' : '10px',
          bgcolor,
          color,
          ...(isLarge ? { width: 52, height: 52 } : { width: 36, height: 36 }),
        }}
      >
        <Subject size={isLarge ? 28 : 18} />
      </Box>
      <Fill>
        <Box sx={{ fontWeight: 600, fontSize: isLarge ? 16 : 14, lineHeight: isLarge ? '22px' : '20px' }}>
          {t(`checks.${check.name}`)}
        </Box>
        <Box sx={{ fontSize: isLarge ? 14 : 12, lineHeight: isLarge ? '20px' : '16px', color, overflowWrap: 'anywhere' }}>
          {word}
          {check.state === 'passed' && check.passed_at && ` · ${format.relative(check.passed_at, now)}`}
        </Box>
      </Fill>
      <Box sx={{ flex: 'none', display: 'grid', color }}>
        <Sign size={isLarge ? 28 : 20} />
      </Box>
    </Box>
  )
}

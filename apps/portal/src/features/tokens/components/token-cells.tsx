import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import { Ban, Check, ClockAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { stateOf, type Token } from '../token.js'

/** Its name, struck when it opens nothing any more, over how its secret begins. */
export function NameCell({ token }: { token: Token }) {
  const now = useMinute()
  const isOver = stateOf(token, now) !== 'created'
  return (
    <Box sx={{ lineHeight: '18px', py: '4px', maxWidth: { md: 280 } }}>
      <Box
        component={isOver ? 'del' : 'span'}
        sx={{
          display: 'block',
          fontWeight: 600,
          color: isOver ? 'text.tertiary' : 'text.primary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      >
        {token.name}
      </Box>
      {token.prefix && (
        <Box component="code" sx={{ fontSize: 12, lineHeight: '16px', color: 'text.tertiary' }}>
          {token.prefix}…
        </Box>
      )}
    </Box>
  )
}

export function ExpiryCell({ token: { expires_at } }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  return expires_at === null ? t('never') : format.dateTime(expires_at)
}

const looks = {
  created: { icon: Check, bgcolor: 'moving.soft', color: 'moving.main' },
  revoked: { icon: Ban, bgcolor: 'missing.soft', color: 'missing.main' },
  expired: { icon: ClockAlert, bgcolor: 'warning.soft', color: 'warning.main' },
}

/** Whether it opens anything: shape, colour and word. */
export function StateChip({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const state = stateOf(token, useMinute())
  const { icon: Icon, ...look } = looks[state]
  return <Chip icon={<Icon size={14} style={{ color: 'inherit' }} />} label={t(`states.${state}`)} sx={look} />
}

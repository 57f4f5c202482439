import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout/index.js'
import type { components } from '../../../lib/api/schema.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { formatCount } from '../../../lib/format/numbers.js'

/** the maintenance plans that hold for a vehicle, and what is done by them how often. */
export function PlanList({ plans }: { plans: readonly components['schemas']['EntityPlan'][] }) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const quiet = { fontSize: 13, lineHeight: '20px', color: 'text.secondary', overflowWrap: 'anywhere' } as const
  return (
    <Stack component="ul" gap={1.5}>
      {plans.map(({ id, title, active, since, triggers }) => (
        <li key={id}>
          <Row wrap>
            <Box sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>{title}</Box>
            {!active && <Chip label={t('plans.inactive')} sx={{ bgcolor: 'idle.soft', color: 'idle.main' }} />}
          </Row>
          {triggers.map(({ name, value, metric }, at) => (
            <Box key={at} sx={quiet}>
              {t('plans.every', { name, value: formatCount(value), unit: t(`plans.units.${metric}`, { count: value }) })}
            </Box>
          ))}
          <Box sx={quiet}>{t('plans.since', { date: format.date(since) })}</Box>
        </li>
      ))}
    </Stack>
  )
}

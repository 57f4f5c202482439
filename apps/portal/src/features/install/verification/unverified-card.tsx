import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { Icon } from '../../../components/icon.js'
import { ListRow } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { Ago } from '../../../components/time/time.js'
import { usePermission } from '../../../lib/session/session.js'
import { unverifiedQuery } from './verification-queries.js'
import { isolated } from '@roadbook/contracts/isolated'

const SHOWN = 5

interface UnverifiedCardProps {
  /** Returns the URL of an installation's checks. */
  pathTo: (installation: { entityId: number; imei: string }) => string
}

/** Card on Home with the unverified installations and their likely causes (G-57). Hidden if there are none. */
export function UnverifiedCard({ pathTo }: UnverifiedCardProps) {
  const { t } = useTranslation('verification')
  const titleId = useId()
  const { data } = useQuery({ ...unverifiedQuery, enabled: usePermission('create:entity') })
  if (!data || data.length === 0) return null
  return (
    <Paper component="section" aria-labelledby={titleId} sx={{ mb: 2, px: 2.5, py: 2 }}>
      <Typography variant="overline" component="h2" id={titleId} color="textSecondary">
        {t('unverified.title', { count: data.length })}
      </Typography>
      <ul>
        {data.slice(0, SHOWN).map((one) => (
          <ListRow component="li" key={one.entity_id} align="start" gap={1.5} pad={[1, 0]}>
            <Icon icon={CircleAlert} tone="warning" />
            <Text size="body" breaks grow>
              <Link component={RouterLink} to={pathTo({ entityId: one.entity_id, imei: one.imei })} sx={{ fontWeight: 600 }}>
                {one.entity_name}
              </Link>
              <Text tone="secondary">
                {one.cause ? t(`causes.${one.cause}.short`) : t('states.waiting')} · {isolated(one.business_name)}
              </Text>
            </Text>
            <Span size="caption" tone="secondary">
              <Ago at={one.installed_at} />
            </Span>
          </ListRow>
        ))}
      </ul>
      {data.length > SHOWN && (
        <Typography variant="caption" color="textSecondary">
          {t('unverified.more', { count: data.length - SHOWN })}
        </Typography>
      )}
    </Paper>
  )
}

import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { ListRow, Row, Span, Text } from '../../../components/layout/index.js'
import { Ago } from '../../../components/time/time.js'
import { PATHS } from '../../../lib/paths.js'
import { usePermission } from '../../../lib/session/session.js'
import { recentQuery } from '../queries/history-query.js'
import { useAuditWords } from '../use-audit-words.js'
import { isolated } from '@roadbook/contracts/isolated'

/** Latest work in the user's businesses, shown on Home, with links to the changed objects (D.4). Hidden if there is none. */
export function RecentActivity() {
  const { t } = useTranslation('audit')
  const titleId = useId()
  const words = useAuditWords()
  const { data = [] } = useQuery({ ...recentQuery, enabled: usePermission('read:business-management') })
  if (data.length === 0) return null
  return (
    <Paper component="section" aria-labelledby={titleId} sx={{ mt: 2, px: 2.5, py: 2 }}>
      <Row justify="space-between">
        <Typography variant="overline" component="h2" id={titleId} color="textSecondary">
          {t('recent.title')}
        </Typography>
        <Link component={RouterLink} to={PATHS.audit} variant="body2">
          {t('screen.title')}
        </Link>
      </Row>
      <ul>
        {data.map((entry) => (
          <ListRow component="li" key={entry.id} align="start" gap={1.5} pad={[1, 0]}>
            <Text size="body" breaks grow>
              <Link component={RouterLink} to={`${PATHS.audit}?entry=${entry.id}`} sx={{ fontWeight: 600 }}>
                {words.action(entry.action)}
              </Link>
              <Text tone="secondary">
                {isolated(words.object(entry))} · {t('by', { actor: words.actor(entry) })}
              </Text>
            </Text>
            <Span size="caption" tone="secondary">
              <Ago at={entry.created_at} />
            </Span>
          </ListRow>
        ))}
      </ul>
    </Paper>
  )
}

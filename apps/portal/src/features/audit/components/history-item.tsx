import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Row, Text } from '../../../components/layout/index.js'
import { Ago } from '../../../components/time/time.js'
import type { AuditEntry } from '../audit-entry.js'
import { useAuditWords } from '../use-audit-words.js'
import { ChangeList } from './change-list.js'

/** One entry on the timeline: action, user, time and changes. */
export function HistoryItem({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const isRefused = entry.outcome === 'refused'
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        pl: 2.5,
        pb: 2.5,
        '&:last-of-type': { pb: 0 },
        // Line from this entry's dot to the next.
        '&:not(:last-of-type)::before': {
          content: '""',
          position: 'absolute',
          left: 4,
          top: 16,
          bottom: -4,
          width: '1px',
          bgcolor: 'line.strong',
        },
        '&::after': {
          content: '""',
          position: 'absolute',
          left: 0,
          top: 6,
          width: 9,
          height: 9,
          borderRadius: '50%',
          border: 2,
          borderColor: isRefused ? 'missing.main' : 'primary.main',
          bgcolor: 'background.paper',
        },
      }}
    >
      <Row gap={1.5} align="baseline" justify="space-between" wrap>
        <Text component="strong" size="dense" weight="strong" breaks>
          {words.action(entry.action)}
        </Text>
        <Text component="time" size="caption" tone="secondary" tabular dateTime={entry.created_at}>
          <Ago at={entry.created_at} />
        </Text>
      </Row>
      <Text size="caption" tone="secondary">
        {t('by', { actor: words.actor(entry) })}
      </Text>
      <ChangeList entry={entry} />
    </Box>
  )
}

import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Row, Span, Text } from '../../../components/layout/index.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useAge } from '../../../lib/format/use-age.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { PATHS, stateOnMap } from '../../../lib/paths.js'
import { usePermission } from '../../../lib/session/session.js'
import { MARKER_STATES } from '../../../map/entity-state.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import type { FleetCounts } from '../fleet-counts.js'
import { NumberLink } from './number-link.js'

interface FleetNowProps {
  entities: number
  /** Absent while loading, and for users without the map. */
  counts: FleetCounts | undefined
  isLoading: boolean
  /** Time of the counts, in milliseconds since 1970 UTC. */
  updatedAt: number | undefined
}

/** The part for offline is hatched, so that it can be recognised without colour. */
const fills = {
  moving: { bgcolor: 'moving.main' },
  idle: { bgcolor: 'idle.main' },
  offline: {
    border: 1,
    borderColor: 'offline.main',
    background:
      'repeating-linear-gradient(135deg, var(--mui-palette-offline-main) 0 1.5px, var(--mui-palette-background-paper) 1.5px 5px)',
  },
  missing: { bgcolor: 'missing.main' },
}

/** Shows the number of entities and their present states. Each number links to those entities. */
export function FleetNow({ entities, counts, isLoading, updatedAt }: FleetNowProps) {
  const { t } = useTranslation(['home', 'common'])
  const hasEntities = usePermission('index:entity')
  return (
    <>
      <Row align="stretch" justify="space-between">
        <Typography variant="overline" component="h2" color="textSecondary">
          {t('fleet.title')}
        </Typography>
        {updatedAt !== undefined && <Updated at={updatedAt} />}
      </Row>
      <Typography variant="metric" component="p">
        <NumberLink to={hasEntities ? PATHS.entities : undefined}>
          {formatCount(entities)}
          <Span size="dense" tone="secondary" weight="medium" sx={{ ml: 0.75, letterSpacing: 0 }}>
            {t('fleet.entities', { count: entities })}
          </Span>
        </NumberLink>
      </Typography>
      {isLoading && <Skeleton variant="rounded" height={46} />}
      {counts && (
        <>
          <Box
            role="img"
            aria-label={t('fleet.bar', counts)}
            sx={{ display: 'flex', gap: '2px', height: 10, my: 0.5, '& > *': { borderRadius: '4px', minWidth: 6 } }}
          >
            {MARKER_STATES.filter((state) => counts[state] > 0).map((state) => (
              <Box key={state} sx={{ flexGrow: counts[state], flexBasis: 0, ...fills[state] }} />
            ))}
          </Box>
          <Row component="ul" gap={1} wrap justify="space-between">
            {MARKER_STATES.map((state) => (
              <li key={state}>
                <NumberLink to={counts[state] > 0 ? stateOnMap(state) : undefined}>
                  <Row component="span" gap={0.75} size="caption">
                    <StateGlyph state={state} />
                    <Span tone="secondary">{t(`common:states.${state}`)}</Span>{' '}
                    <Text component="strong" weight="strong" tabular>
                      {formatCount(counts[state])}
                    </Text>
                  </Row>
                </NumberLink>
              </li>
            ))}
          </Row>
        </>
      )}
    </>
  )
}

/** Shows the age of the counts. Only this part updates each second. */
function Updated({ at }: { at: number }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const age = useAge(at)
  return (
    <Tooltip title={format.dateTime(at)}>
      <Span size="caption" tone="tertiary" clipped tabular>
        {t('fleet.updated', { age })}
      </Span>
    </Tooltip>
  )
}

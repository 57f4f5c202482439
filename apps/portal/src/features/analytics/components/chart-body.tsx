import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { ArrowDown, ArrowUp, ChartColumn } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Frame, Hint, Row, SmallHint, Span, Stack } from '../../../components/layout/index.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { screenPart } from '../../../lib/parts/late-part.js'
import type { Analytics } from '../chart.js'
import type { useAnalytics } from '../queries/analytics-query.js'
import { type ChartWords, useChartWords } from '../use-chart-words.js'

// The chart library is in a separate chunk, so that only users who open this screen load it.
const ChartDrawing = screenPart(async () => (await import('./chart-drawing.js')).ChartDrawing)

const Picture = styled('div')({ minWidth: 0, overflow: 'hidden' })

interface ChartBodyProps {
  query: ReturnType<typeof useAnalytics>
  heightPx?: number
  isTable?: boolean
}

/** Shows the total, its change, and the chart or its table. A failure affects only this chart. */
export function ChartBody({ query, heightPx = 220, isTable = false }: ChartBodyProps) {
  const { t } = useTranslation('analytics')
  const words = useChartWords()
  const { data, error, isPending, refetch } = query
  if (isPending) return <Skeleton animation={false} height={heightPx + 64} />
  if (!data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (data.points.every(({ value }) => value === null))
    return <EmptyState icon={ChartColumn} title={t('nothing.title')} text={t('nothing.text')} />
  return (
    <Stack gap={1}>
      <Row align="baseline" justify="space-between">
        <Total analytics={data} words={words} />
        <Change analytics={data} />
      </Row>
      {isTable ? (
        <PointTable analytics={data} words={words} heightPx={heightPx} />
      ) : (
        <Picture role="img" aria-label={summaryOf(data, words)}>
          <Suspense fallback={<Skeleton animation={false} height={heightPx} />}>
            <ChartDrawing analytics={data} words={words} heightPx={heightPx} />
          </Suspense>
        </Picture>
      )}
      <Highest analytics={data} words={words} />
    </Stack>
  )
}

interface PartProps {
  analytics: Analytics
  words: ChartWords
}

/** Describes all points in a sentence for screen readers. */
const summaryOf = (analytics: Analytics, words: ChartWords) =>
  `${words.preset(analytics.preset)}: ${analytics.points
    .map(({ key, value }) => `${words.point(analytics, key)} ${words.figure(analytics, value)}`)
    .join(', ')}`

function Total({ analytics, words }: PartProps) {
  const { total } = analytics
  if (total === null) return <Hint>{words.figure(analytics, null)}</Hint>
  const amount = words.amount(analytics, total)
  return (
    <Typography variant="metric" component="p">
      {formatCount(amount)}{' '}
      <Span size="dense" tone="secondary" weight="medium">
        {words.unitOf(analytics, amount)}
      </Span>
    </Typography>
  )
}

/** Shows the change from the previous period of equal length, without judging it as good or bad. */
function Change({ analytics: { total, previous_total: before } }: { analytics: Analytics }) {
  const { t } = useTranslation('analytics')
  if (total === null || !before) return <SmallHint component="span">{t('change.none')}</SmallHint>
  const percent = Math.round(((total - before) / before) * 100)
  if (percent === 0) return <SmallHint component="span">{t('change.same')}</SmallHint>
  const isUp = percent > 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <Row gap={0.5} component="span">
      <Arrow size={14} />
      <Span
        size="caption"
        weight="strong"
        role="img"
        aria-label={t(isUp ? 'change.up' : 'change.down', { percent: formatCount(Math.abs(percent)) })}
      >
        {t('change.amount', { percent: formatCount(Math.abs(percent)) })}
      </Span>
    </Row>
  )
}

/** States the highest point as text, so that users need not recognise it by the lightness of its bar. */
function Highest({ analytics, words }: PartProps) {
  const { t } = useTranslation('analytics')
  const [first, ...rest] = analytics.points
  if (!first) return null
  const highest = rest.reduce((best, point) => ((point.value ?? -1) > (best.value ?? -1) ? point : best), first)
  if (!highest.value) return null
  return (
    <SmallHint>
      {t('highest', { point: words.point(analytics, highest.key), value: words.figure(analytics, highest.value) })}
    </SmallHint>
  )
}

function PointTable({ analytics, words, heightPx }: PartProps & { heightPx: number }) {
  return (
    <Frame mostPx={heightPx} tabIndex={0} role="region" aria-label={words.preset(analytics.preset)}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{words.pointName(analytics)}</TableCell>
            <TableCell align="right">{words.preset(analytics.preset)}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {analytics.points.map(({ key, value }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                {words.point(analytics, key)}
              </TableCell>
              <TableCell align="right">{words.figure(analytics, value)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Frame>
  )
}

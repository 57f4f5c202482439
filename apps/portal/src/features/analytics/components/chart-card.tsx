import Paper from '@mui/material/Paper'
import {
  ArrowLeft,
  ArrowRight,
  ChartColumn,
  Copy,
  FileSpreadsheet,
  Image as ImageIcon,
  Pencil,
  Table2,
  Trash2,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Detail, Fill, Row, Text } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { download, type RowAction, RowMenu } from '../../../table/index.js'
import type { Chart } from '../chart.js'
import { csvOf, pngOf } from '../chart-file.js'
import { useAnalytics } from '../queries/analytics-query.js'
import { useChartWords } from '../use-chart-words.js'
import { ChartBody } from './chart-body.js'

/** Actions of a chart. A move is absent if the chart cannot be moved in that direction. */
export interface ChartActs {
  edit: () => void
  duplicate: () => void
  remove: () => void
  moveEarlier?: () => void
  moveLater?: () => void
}

interface ChartCardProps {
  chart: Chart
  acts: ChartActs
  /** Called when the user starts to drag this card. `onDrop` is called when another card is dropped on it. */
  onDrag: () => void
  onDrop: () => void
}

/** One chart with title, scope, total, drawing and menu. It is moved by its header or from the menu. */
export function ChartCard({ chart, acts, onDrag, onDrop }: ChartCardProps) {
  const words = useChartWords()
  const query = useAnalytics(chart)
  const [isTable, setIsTable] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  const title = words.title(chart)
  const actions = useActions({ chart, acts, data: query.data, card, isTable, onTable: () => setIsTable(!isTable) })
  return (
    <Paper
      component="li"
      ref={card}
      aria-label={title}
      sx={{ p: 2, minWidth: 0 }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <Row gap={0} align="start" draggable onDragStart={onDrag} sx={{ cursor: 'grab', mb: 1 }}>
        <Fill>
          <Text component="h2" size="title" weight="strong" clipped title={title}>
            {title}
          </Text>
          <Detail clipped>{words.scope(chart)}</Detail>
        </Fill>
        <RowMenu name={title} actions={actions} />
      </Row>
      <ChartBody query={query} isTable={isTable} />
    </Paper>
  )
}

interface Acting extends Pick<ChartCardProps, 'chart' | 'acts'> {
  data: ReturnType<typeof useAnalytics>['data']
  card: React.RefObject<HTMLLIElement | null>
  isTable: boolean
  onTable: () => void
}

function useActions({ chart, acts, data, card, isTable, onTable }: Acting): RowAction[] {
  const { t, i18n } = useTranslation('analytics')
  const words = useChartWords()
  const notify = useNotify()
  const fileName = `${words.title(chart)} ${data ? `${data.from} ${data.till}` : ''}`.trim()
  const picture = () => {
    const svg = card.current?.querySelector<SVGSVGElement>('[role=img] svg')
    if (!svg) return
    pngOf(svg, words.title(chart), words.scope(chart)).then((png) => download(png, `${fileName}.png`), notify.failure)
  }
  const noData = data ? undefined : t('noData')
  const { moveEarlier, moveLater } = acts
  return [
    { label: t('acts.edit'), icon: Pencil, onAct: acts.edit },
    { label: t('acts.duplicate'), icon: Copy, onAct: acts.duplicate },
    { label: t(isTable ? 'acts.chart' : 'acts.table'), icon: isTable ? ChartColumn : Table2, onAct: onTable },
    {
      label: t('acts.csv'),
      icon: FileSpreadsheet,
      disabledBecause: noData,
      onAct: () => data && download(csvOf(data, words, i18n.language), `${fileName}.csv`),
    },
    { label: t('acts.png'), icon: ImageIcon, disabledBecause: isTable ? t('acts.chartFirst') : noData, onAct: picture },
    ...(moveEarlier ? [{ label: t('acts.earlier'), icon: ArrowLeft, onAct: moveEarlier }] : []),
    ...(moveLater ? [{ label: t('acts.later'), icon: ArrowRight, onAct: moveLater }] : []),
    { label: t('acts.remove'), icon: Trash2, isDanger: true, onAct: acts.remove },
  ]
}

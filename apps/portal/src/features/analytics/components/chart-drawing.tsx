import { BarChart } from '@mui/x-charts/BarChart'
import { LineChart } from '@mui/x-charts/LineChart'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type Analytics, PRESETS, tickStep } from '../chart.js'
import type { ChartWords } from '../use-chart-words.js'

const FULL = 'var(--mui-palette-primary-main)'
const QUIET = `color-mix(in srgb, ${FULL} 38%, var(--mui-palette-background-paper))`

const look = {
  '&& .MuiChartsAxis-line': { stroke: 'var(--mui-palette-divider)' },
  '&& .MuiChartsAxis-tickLabel': { fill: 'var(--mui-palette-text-tertiary)' },
  '&& .MuiChartsGrid-line': { stroke: 'var(--mui-palette-divider)', strokeDasharray: '3 3' },
  '& .MuiLineChart-line': { strokeWidth: 2 },
  '& .MuiLineChart-area': { fillOpacity: 0.08 },
}

interface ChartDrawingProps {
  analytics: Analytics
  words: ChartWords
  heightPx: number
}

/** Returns the colours of the bars. The highest bar has another lightness. The text below the chart also names this bar. */
function coloursOf(values: readonly (number | null)[]): string[] {
  const highest = Math.max(...values.map((value) => value ?? 0))
  return values.map((value) => (value === highest ? FULL : QUIET))
}

/** Draws points as bars or a line from 0. A day without data is a gap. `ChartBody` adds the text for screen readers. */
export function ChartDrawing({ analytics, words, heightPx }: ChartDrawingProps) {
  const skipAnimation = useMediaQuery('(prefers-reduced-motion: reduce)')
  const { preset, points } = analytics
  const keys = points.map(({ key }) => key)
  const values = points.map(({ value }) => (value === null ? null : words.amount(analytics, value)))
  const labelOf = (key: string, context: { location: string }) =>
    context.location === 'tick' ? words.tick(analytics, key) : words.point(analytics, key)
  const valueFormatter = (value: number | null, { dataIndex }: { dataIndex: number }) =>
    words.figure(analytics, value === null ? null : (points[dataIndex]?.value ?? null))
  const step = tickStep(keys.length)
  const axis = {
    data: keys,
    valueFormatter: labelOf,
    disableTicks: true,
    tickLabelInterval: (_key: string, at: number) => at % step === 0,
    tickLabelStyle: { fontSize: 11 },
    height: 24,
  }
  const isTiny = Math.max(0, ...values.map((value) => value ?? 0)) < 1
  const frame = {
    height: heightPx,
    skipAnimation,
    hideLegend: true,
    sx: look,
    margin: { top: 8, right: 8, bottom: 0, left: 0 },
    grid: { horizontal: true },
    yAxis: [
      {
        min: 0,
        tickNumber: 4,
        tickMinStep: 1,
        disableLine: true,
        disableTicks: true,
        width: 'auto' as const,
        ...(isTiny && { max: 1 }),
        tickLabelStyle: { fontSize: 11 },
      },
    ],
  }
  if (PRESETS[preset].look === 'line')
    return (
      <LineChart
        {...frame}
        xAxis={[{ ...axis, scaleType: 'point' }]}
        series={[
          {
            data: values,
            area: true,
            color: FULL,
            curve: 'linear',
            connectNulls: false,
            valueFormatter,
            // Marks a point between two gaps, because no line leads to it.
            showMark: ({ index }) => values[index - 1] == null && values[index + 1] == null,
          },
        ]}
      />
    )
  return (
    <BarChart
      {...frame}
      borderRadius={3}
      xAxis={[
        {
          ...axis,
          scaleType: 'band',
          categoryGapRatio: 0.28,
          colorMap: { type: 'ordinal', values: keys, colors: coloursOf(values) },
        },
      ]}
      series={[{ data: values, color: FULL, valueFormatter }]}
    />
  )
}

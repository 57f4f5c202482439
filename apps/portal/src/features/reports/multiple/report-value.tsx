import Tooltip from '@mui/material/Tooltip'
import { formatDay } from '../../../lib/day-range.js'
import { NBSP, formatCount } from '../../../lib/format/numbers.js'
import { NONE } from '../../../lib/format/none.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { Distance } from '../components/distance.js'
import type { ReportColumn } from '../report.js'

/** As the wire has it. */
export type Value = string | number | null | undefined

/** Hours as a clock counts them: 1.1 → "1:06". */
const clockOf = (hours: number): string => {
  const minutes = Math.round(hours * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

export const isNumeric = ({ kind }: ReportColumn): boolean => !['text', 'time', 'day', 'imei'].includes(kind)

/** A value of a report as its column is to be read; the unit stands in the column's label. */
export function ReportValue({ kind, value }: { kind: ReportColumn['kind']; value: Value }) {
  const format = useFormat()
  if (value === null || value === undefined || value === '') return NONE
  if (kind === 'time') return format.dateTime(value)
  if (kind === 'day') return formatDay(String(value))
  if (typeof value === 'string') return value
  if (kind === 'km') return <Distance metres={value * 1_000} />
  if (kind === 'hours') return <Precise text={clockOf(value)} value={value} />
  if (kind === 'percent') return `${formatCount(value)}${NBSP}%`
  return <Precise text={formatCount(value)} value={value} />
}

/** What the file says is in the tooltip, where the screen rounds. */
function Precise({ text, value }: { text: string; value: number }) {
  if (Number.isInteger(value)) return text
  return (
    <Tooltip title={value} describeChild>
      <span>{text}</span>
    </Tooltip>
  )
}

import Tooltip from '@mui/material/Tooltip'
import { formatDay } from '../../../lib/day-range.js'
import { NBSP, formatCount } from '../../../lib/format/numbers.js'
import { NONE } from '../../../lib/format/none.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { Distance } from '../components/distance.js'
import type { ReportColumn } from '../report.js'

/** A value as the API returns it. */
export type Value = string | number | null | undefined

/** Formats hours as hours and minutes: 1.1 → "1:06". */
const clockOf = (hours: number): string => {
  const minutes = Math.round(hours * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

export const isNumeric = ({ kind }: ReportColumn): boolean => !['text', 'time', 'day', 'imei'].includes(kind)

/** Formats a value of a report by the kind of its column. The unit is in the column's heading. */
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

/** If the screen rounds a value, shows the file's exact value in a tooltip. */
function Precise({ text, value }: { text: string; value: number }) {
  if (Number.isInteger(value)) return text
  return (
    <Tooltip title={value} describeChild>
      <span>{text}</span>
    </Tooltip>
  )
}

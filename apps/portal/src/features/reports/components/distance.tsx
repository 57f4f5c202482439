import Tooltip from '@mui/material/Tooltip'
import { formatDistance, formatKilometres, formatMetres } from '../../../lib/format/numbers.js'

/** Shows whole kilometres. Below one kilometre the tooltip has the metres (G-98). */
export function Distance({ metres, hasUnit = false }: { metres: number; hasUnit?: boolean }) {
  const text = hasUnit ? formatDistance(metres) : formatKilometres(metres)
  if (metres >= 1_000) return text
  return (
    <Tooltip title={formatMetres(metres)} describeChild>
      <span>{text}</span>
    </Tooltip>
  )
}

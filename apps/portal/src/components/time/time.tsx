import Tooltip from '@mui/material/Tooltip'
import { useMinute } from '../../lib/clock.js'
import { useFormat } from '../../lib/format/use-format.js'
import { NONE } from '../../lib/format/none.js'

/** "14 min ago", the moment itself in its tooltip; `never` where there is none. */
export function Ago({ at, never = NONE }: { at: string | null; never?: string }) {
  const format = useFormat()
  const now = useMinute()
  if (at === null) return never
  return (
    <Tooltip title={format.dateTime(at)}>
      <span>{format.relative(at, now)}</span>
    </Tooltip>
  )
}

export const DateTime = ({ at }: { at: string }) => useFormat().dateTime(at)

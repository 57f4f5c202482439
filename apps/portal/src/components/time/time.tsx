import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { Instant } from '../../lib/format/dates.js'
import { NONE } from '../../lib/format/none.js'
import { useAge } from '../../lib/format/use-age.js'
import { useFormat } from '../../lib/format/use-format.js'

/** Date with figures and hyphens of natural width, even within a table where all figures have equal width. */
export const Dated = styled('span')({ fontVariantNumeric: 'proportional-nums' })

/** Age such as "14 min ago" with the moment in its tooltip. Shows `never` if there is no time. */
export function Ago({ at, never = NONE }: { at: Instant | null; never?: string }) {
  const format = useFormat()
  const age = useAge(at)
  if (at === null) return never
  return (
    <Tooltip title={format.dateTime(at)}>
      <Dated>{age}</Dated>
    </Tooltip>
  )
}

/** Date and time in the reader's time zone. */
export const DateTime = ({ at }: { at: Instant }) => <Dated>{useFormat().dateTime(at)}</Dated>

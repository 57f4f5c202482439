import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { Instant } from '../../lib/format/dates.js'
import { NONE } from '../../lib/format/none.js'
import { useAge } from '../../lib/format/use-age.js'
import { useFormat } from '../../lib/format/use-format.js'

/** A date whose hyphens are no wider than in a sentence, also in a table. */
export const Dated = styled('span')({ fontVariantNumeric: 'proportional-nums' })

/** "14 min ago", the moment itself in its tooltip; `never` where there is none. */
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

/** Date and time of the reader's zone. */
export const DateTime = ({ at }: { at: Instant }) => <Dated>{useFormat().dateTime(at)}</Dated>

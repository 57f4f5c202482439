import type { ReactNode } from 'react'
import { directionOf } from '../lib/format/direction-of.js'
import { Text } from './layout/text.js'

interface TwoLinesProps {
  /** Name, or its substitute. */
  first: ReactNode
  /** Detail that distinguishes the item from others, in a quieter style. */
  second?: ReactNode
  /** Marks an item that is deleted or has ended. */
  isOver?: boolean
}

/** Cell that names a row: two lines, shortened with an ellipsis in a narrow column. */
export const TwoLines = ({ first, second, isOver = false }: TwoLinesProps) => (
  <>
    <Text weight="strong" tone={isOver ? 'tertiary' : 'primary'} clipped dir={directionOf(first)}>
      {first}
    </Text>
    {second && (
      <Text size="caption" tone="tertiary" clipped>
        {second}
      </Text>
    )}
  </>
)

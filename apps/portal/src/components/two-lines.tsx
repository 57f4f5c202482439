import type { ReactNode } from 'react'
import { directionOf } from '../lib/format/direction-of.js'
import { Text } from './layout/text.js'

interface TwoLinesProps {
  /** The name, or what stands for it. */
  first: ReactNode
  /** What tells it from others, quieter. */
  second?: ReactNode
  /** It counts no more: deleted, ended. */
  isOver?: boolean
}

/** The cell that names a row: two lines that end in an ellipsis where the column is narrow. */
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

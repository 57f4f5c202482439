import type { ComponentProps } from 'react'
import { formatImei } from '../lib/format/numbers.js'
import { Text } from './layout/text.js'

/** A tracker in a list to choose from: its number, and what is known of it. */
export const TrackerOption = ({ imei, facts, ...option }: ComponentProps<'li'> & { imei: string; facts: string }) => (
  <li {...option}>
    <div>
      <Text weight="strong" tabular>
        {formatImei(imei)}
      </Text>
      <Text size="caption" tone="secondary">
        {facts}
      </Text>
    </div>
  </li>
)

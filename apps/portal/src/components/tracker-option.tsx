import type { ComponentProps } from 'react'
import { formatImei } from '../lib/format/numbers.js'
import { Text } from './layout/text.js'

/** Tracker in a list of options: its number and known facts. */
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

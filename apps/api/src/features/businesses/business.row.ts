import type { BusinessKind } from '@roadbook/contracts'

export interface BusinessTreeRow {
  id: number
  name: string
  kind: BusinessKind
  parent_id: number | null
  entities_count: number
  devices_count: number
}

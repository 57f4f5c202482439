import type { BusinessKind } from '@roadbook/contracts'
import type { AccountDto } from './dto/account.dto.js'

export interface ProfileRow extends AccountDto {
  id: number
  last_seen_at: Date | null
}

export interface BusinessRow {
  id: number
  name: string
  kind: BusinessKind
  show_statistics: boolean
  has_customers: boolean
  is_oem: boolean
}

import Box from '@mui/material/Box'
import { Building, Building2, Network, Store, type LucideIcon } from 'lucide-react'
import type { BusinessKind } from '../../lib/businesses/business-tree.js'

const ICONS: Record<BusinessKind, LucideIcon> = { vendor: Store, enterprise: Building2, company: Building, department: Network }

/** One icon a kind; the word stands beside it, or in what names the row. */
export function BusinessKindIcon({ kind, size = 16 }: { kind: BusinessKind; size?: number }) {
  return <Box component={ICONS[kind]} size={size} strokeWidth={1.75} aria-hidden sx={{ flex: 'none', color: 'text.secondary' }} />
}

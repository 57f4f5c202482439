import { Building, Building2, Network, Store, type LucideIcon } from 'lucide-react'
import { Icon } from '../icon.js'
import type { BusinessKind } from '../../lib/businesses/business-tree.js'

const ICONS: Record<BusinessKind, LucideIcon> = { vendor: Store, enterprise: Building2, company: Building, department: Network }

/** One icon a kind; the word stands beside it, or in what names the row. */
export function BusinessKindIcon({ kind, size }: { kind: BusinessKind; size?: number }) {
  return <Icon of={ICONS[kind]} tone="secondary" size={size} />
}

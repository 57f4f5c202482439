import { Building, Building2, Network, Store, type LucideIcon } from 'lucide-react'
import { Icon } from '../icon.js'
import type { BusinessKind } from '../../lib/businesses/business-tree.js'

const ICONS: Record<BusinessKind, LucideIcon> = { vendor: Store, enterprise: Building2, company: Building, department: Network }

/** Icon for a kind of business. The kind itself is also named beside the icon or in the row's accessible name. */
export function BusinessKindIcon({ kind, size }: { kind: BusinessKind; size?: number }) {
  return <Icon icon={ICONS[kind]} tone="secondary" size={size} />
}

import type { Permission } from '@roadbook/contracts'
import type { Need } from '../entities/index.js'
import { ATTENTION_KINDS, type DashboardAttentionDto } from './dto/dashboard-summary.dto.js'

/** What only those are told who read what is due and insured (T-10). */
const INFORMATION: ReadonlySet<Need> = new Set(['service_due', 'insurance_ending'])

/** Whom the view lets in that has what is counted. */
const permissionOf = (need: Need): Permission => (INFORMATION.has(need) ? 'read:information' : 'index:entity')

export const mayOpen = (need: Need, permissions: ReadonlySet<string>): boolean =>
  permissions.has('index:entity') && permissions.has(permissionOf(need))

/** Who may not open a view is not told how much there is in it. */
export const attentionOf = (
  counts: Record<Need, number>,
  weekAgo: Partial<Record<Need, number>> | null,
  permissions: ReadonlySet<string>,
): DashboardAttentionDto[] =>
  ATTENTION_KINDS.filter((kind) => mayOpen(kind, permissions)).map((kind) => ({
    kind,
    count: counts[kind],
    week_ago: weekAgo?.[kind] ?? null,
    path: `/entities?f.needs=${kind}`,
  }))

import type { Permission } from '@roadbook/contracts'
import type { Need } from '../entities/index.js'
import { ATTENTION_KINDS, type AttentionKind, type DashboardAttentionDto } from './dto/dashboard-summary.dto.js'

/** Needs that only users with the permission to read services and insurances may see (T-10). */
const INFORMATION: ReadonlySet<Need> = new Set(['service_due', 'insurance_ending'])

/** Returns the permission for the portal view that lists the vehicles with a need. */
const permissionOf = (need: Need): Permission => (INFORMATION.has(need) ? 'read:information' : 'index:entity')

export const mayOpen = (kind: AttentionKind, permissions: ReadonlySet<string>): boolean =>
  kind === 'open_alert' ? permissions.has('read:map') : permissions.has('index:entity') && permissions.has(permissionOf(kind))

/**
 * Returns the needs that the caller is allowed to see, with their counts. If the caller cannot open the view that lists the
 * vehicles, the count is left out.
 */
export const attentionOf = (
  counts: Record<AttentionKind, number>,
  weekAgo: Partial<Record<Need, number>> | null,
  permissions: ReadonlySet<string>,
): DashboardAttentionDto[] =>
  ATTENTION_KINDS.filter((kind) => mayOpen(kind, permissions)).map((kind) => ({
    kind,
    count: counts[kind],
    week_ago: kind === 'open_alert' ? null : (weekAgo?.[kind] ?? null),
    path: kind === 'open_alert' ? '/alerts?f.state=open' : `/entities?f.needs=${kind}`,
  }))

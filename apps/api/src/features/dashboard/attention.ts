import type { Permission } from '@roadbook/contracts'
import { type Need, NEED_WORDS } from '../entities/index.js'
import { ATTENTION_KINDS, type AttentionKind, type DashboardAttentionDto } from './dto/dashboard-summary.dto.js'

/** Which screen of the portal has what is counted, filtered by it, and whom it lets in (T-10). */
const VIEWS: Record<AttentionKind, { path: string; permission: Permission }> = {
  ...(Object.fromEntries(
    NEED_WORDS.map((need) => [need, { path: `/entities?f.needs=${need}`, permission: 'index:entity' }]),
  ) as Record<Need, { path: string; permission: Permission }>),
  service_due: { path: '/notifications', permission: 'read:information' },
}

/** Who may not open a view is not told how much there is in it. Services that are due are counted by nobody yet. */
export const attentionOf = (counts: Record<Need, number>, permissions: ReadonlySet<string>): DashboardAttentionDto[] =>
  ATTENTION_KINDS.filter((kind) => permissions.has(VIEWS[kind].permission)).map((kind) => ({
    kind,
    count: kind === 'service_due' ? null : counts[kind],
    path: VIEWS[kind].path,
  }))

import type { Permission } from '@roadbook/contracts'
import type { Need } from '../entities/index.js'
import { ATTENTION_KINDS, type DashboardAttentionDto } from './dto/dashboard-summary.dto.js'

/** Whom the view lets in that has what is counted; services that are due are for those who read what is due (T-10). */
const permissionOf = (need: Need): Permission => (need === 'service_due' ? 'read:information' : 'index:entity')

/** Who may not open a view is not told how much there is in it. */
export const attentionOf = (counts: Record<Need, number>, permissions: ReadonlySet<string>): DashboardAttentionDto[] =>
  ATTENTION_KINDS.filter((kind) => permissions.has('index:entity') && permissions.has(permissionOf(kind))).map((kind) => ({
    kind,
    count: counts[kind],
    path: `/entities?f.needs=${kind}`,
  }))

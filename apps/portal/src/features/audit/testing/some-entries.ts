import type { components } from '../../../lib/api/schema.js'
import type { AuditChange, AuditEntry } from '../audit-entry.js'

type WireChange = components['schemas']['AuditChange']

export const aChange = (change: Partial<AuditChange>): WireChange =>
  ({ field: 'name', old: null, new: null, old_name: null, new_name: null, ...change }) as WireChange

export const anEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 41,
  created_at: '2025-10-30T08:12:00.000Z',
  actor: 'Marit de Wolf',
  user_id: 7,
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  action: 'entity.update',
  object_type: 'entity',
  object_id: '12',
  object_name: 'Cargo 12',
  outcome: 'done',
  changes: [
    aChange({ field: 'color', old: 'green', new: 'blue' }),
    aChange({ field: 'license_plate', old: 'AB-12-CD', new: 'EF-34-GH' }),
  ],
  token_id: null,
  remote_address: '192.0.2.7',
  request_id: 'req-9',
  act_size: 1,
  stands_for: 1,
  ...changes,
})

export const aPage = (data: AuditEntry[], meta: Partial<components['schemas']['PageMeta']> = {}) => ({
  data,
  meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length, ...meta },
})

import type { Token } from '../token.js'

export const aToken = (changes: Partial<Token> = {}): Token => ({
  id: 5,
  name: 'Night report',
  scope: 'read',
  prefix: 'rbk_Ab12Cd',
  state: 'created',
  user_id: 7,
  user: 'Marit de Wolf',
  created_at: '2025-10-01T08:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: '2025-10-30T08:12:00.000Z',
  last_used_from: '192.0.2.7',
  ...changes,
})

export const tokenPage = (data: Token[]) => ({
  data,
  meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length },
})

import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { lowerContains } from '../../lists/list-sql.js'
import { type Sql, sql } from '../../database/sql.js'
import { EXPORT_PARAMETERS } from '../../lists/list-export.js'
import type { ListFields } from '../../lists/list-fields.js'
import { invalid } from '../../http/problems.js'

/** R-167: what the list can be searched and ordered by. Aliases: u user, r role, b business, v nearest vendor or enterprise. */
export const USER_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`u.id` },
    name: { type: 'text', column: sql`(u.first_name || ' ' || u.last_name)` },
    first_name: { type: 'text', column: sql`u.first_name` },
    last_name: { type: 'text', column: sql`u.last_name` },
    city: { type: 'text', column: sql`u.city` },
    phone: { type: 'text', column: sql`u.phone` },
    email: { type: 'text', column: sql`u.email` },
    role: { type: 'text', column: sql`r.name` },
    role_key: { type: 'text', column: sql`r.key` },
    business_id: { type: 'id', column: sql`u.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    sub_vendor_name: { type: 'text', column: sql`v.name` },
    last_seen_at: { type: 'time', column: sql`u.last_seen_at` },
    created_at: { type: 'time', column: sql`u.created_at` },
    deleted_at: { type: 'time', column: sql`u.deleted_at` },
  },
  text: ['name', 'email', 'city', 'phone', 'business_name'],
  anywhere: (text) => sql`(${lowerContains(sql`u.search_text`, text)} OR u.business_id IN (
    SELECT named.id FROM businesses named WHERE ${lowerContains(sql`lower(named.name)`, text)}))`,
  orderBy: {
    created_at: sql`u.created_at`,
    updated_at: sql`u.updated_at`,
    deleted_at: sql`u.deleted_at`,
    name: sql`lower(u.first_name || ' ' || u.last_name)`,
    first_name: sql`lower(u.first_name)`,
    last_name: sql`lower(u.last_name)`,
    city: sql`lower(u.city)`,
    phone: sql`u.phone`,
    email: sql`lower(u.email)`,
    role: sql`r.name`,
    business_name: sql`lower(b.name)`,
    sub_vendor_name: sql`lower(v.name)`,
    last_seen_at: sql`u.last_seen_at`,
    id: sql`u.id`,
  },
  with: [],
  extra: ['status', ...EXPORT_PARAMETERS],
}

/** Views of the list; the first one is the standard (R-177, G-66). */
export const USER_STATUSES = ['active', 'deleted', 'never-signed-in', 'all'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export const STATUS_SQL: Record<UserStatus, Sql> = {
  active: sql`u.deleted_at IS NULL`,
  deleted: sql`u.deleted_at IS NOT NULL`,
  'never-signed-in': sql`u.deleted_at IS NULL AND u.last_seen_at IS NULL`,
  all: sql`TRUE`,
}

/** The view that a query asks for. @throws Problem 422 when there is no such view */
export function statusOf({ status = '' }: { status?: string }): UserStatus {
  if (status === '') return 'active'
  const found = USER_STATUSES.find((one) => one === status)
  if (!found) throw invalid({ status: [`must be one of: ${USER_STATUSES.join(', ')}`] })
  return found
}

/** Gives a handler the view that the query asks for. */
export const Status = createParamDecorator((_: unknown, context: ExecutionContext): UserStatus =>
  statusOf(context.switchToHttp().getRequest<FastifyRequest>().query as { status?: string }),
)

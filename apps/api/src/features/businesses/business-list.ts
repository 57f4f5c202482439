import type { BusinessKind } from '@roadbook/contracts'
import { sql } from '../../database/sql.js'
import { code, id, text, time } from '../../lists/columns.js'
import { defineList } from '../../lists/list.js'
import type { BusinessRow } from './business.row.js'
import { BusinessDto } from './dto/business.dto.js'

export const BUSINESS_COLUMNS = sql`b.id, b.parent_id, b.kind, b.name, b.address, b.postcode, b.city, b.country, b.email, b.phone,
  b.show_statistics, b.name_upper, b.has_customers, b.can_install_devices, b.recovery_contract, b.is_oem, b.created_at, b.updated_at,
  business_recovers(b.id) AS recovery_enabled,
  (SELECT above.name FROM businesses above WHERE above.id = b.parent_id) AS parent_name`

/** The list of businesses of one kind: vendors, enterprises, companies or departments. Alias: b business. */
export const BUSINESS_LIST = defineList<BusinessRow, BusinessDto, BusinessKind>({
  name: 'businesses',
  of: 'business',
  many: 'businesses',
  permission: 'read:business-management',
  description: 'Lists the businesses of one kind that the caller may see.',
  dto: BusinessDto,
  key: sql`b.id`,
  from: sql`FROM businesses b`,
  where: (transaction, _caller, { own: kind }) => sql`b.kind = ${kind} AND ${transaction.within(sql`b.id`)}`,
  rows: (transaction, ids) => sql`SELECT ${BUSINESS_COLUMNS} FROM businesses b
    WHERE b.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`b.id`)}`,
  columns: {
    id: id(sql`b.id`, { order: true }),
    parent_id: id(sql`b.parent_id`),
    name: text(sql`b.name`, { isPlain: true }),
    city: text(sql`b.city`, { isPlain: true }),
    country: code(sql`b.country`, { order: false }),
    email: text(sql`b.email`, { order: false, isPlain: true }),
    created_at: time(sql`b.created_at`),
  },
})

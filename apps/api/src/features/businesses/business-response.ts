import type { Caller } from '../../auth/caller.js'
import { toApiRow } from '../../http/api-row.js'
import type { BusinessRow } from './business.row.js'
import type { BusinessDto } from './dto/business.dto.js'

const NO_CONTRACT = { has_customers: null, can_install_devices: null, recovery_contract: null, is_oem: null }

/** Returns a business in the API's form. Only super admins see its contract. */
export function toBusinessResponse(row: BusinessRow, caller: Caller): BusinessDto {
  const { kind, parent_name, ...rest } = row
  const contract = caller.scope === 'all' ? {} : NO_CONTRACT
  return { ...toApiRow(rest), type: kind, parent: parent_name, ...contract }
}

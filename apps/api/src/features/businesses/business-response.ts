import type { Caller } from '../../auth/caller.js'
import type { BusinessRow } from './business.row.js'
import type { BusinessDto } from './dto/business.dto.js'

/** what the contract says is shown to super admins alone. */
export function toBusinessResponse(row: BusinessRow, caller: Caller): BusinessDto {
  const contract = caller.scope === 'all'
  return {
    id: row.id,
    name: row.name,
    type: row.kind,
    parent_id: row.parent_id,
    parent: row.parent_name,
    address: row.address,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    email: row.email,
    phone: row.phone,
    show_statistics: row.show_statistics,
    name_upper: row.name_upper,
    has_customers: contract ? row.has_customers : null,
    can_install_devices: contract ? row.can_install_devices : null,
    recovery_contract: contract ? row.recovery_contract : null,
    is_oem: contract ? row.is_oem : null,
    recovery_enabled: row.recovery_enabled,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

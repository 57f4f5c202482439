import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../lib/session/session.js'
import { installBusinessesQuery } from '../queries/install-queries.js'

/**
 * Returns the default business for new vehicles and whether installing is allowed. If the list does not load, for example
 * offline, the form is shown anyway and the API decides when saving.
 */
export function useInstallBusiness() {
  const { user } = useSession()
  const { data, isPending } = useQuery(installBusinessesQuery)
  const allowed = data?.find(({ blocked_message: blocked }) => blocked === null)
  return {
    isPending,
    isRefused: data !== undefined && !allowed,
    hasBusiness: data === undefined || data.length > 0,
    businessId: data ? (allowed?.id ?? null) : user.business_id,
  }
}

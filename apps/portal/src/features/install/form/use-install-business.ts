import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../lib/session/session.js'
import { installBusinessesQuery } from '../queries/install-queries.js'

/**
 * In which business vehicles are made unless told otherwise, and whether that may be at all. Where the list does not load,
 * as without a connection, the form is there all the same, and the API says at saving whether it may be.
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

import { queryOptions } from '@tanstack/react-query'
import { NO_PERMISSIONS } from '@roadbook/contracts/permissions'
import { api, unwrap } from '../../lib/api/api-client.js'
import { keepAnswersFor } from '../../lib/kept/kept-answer.js'
import { keepSession } from '../../lib/kept/kept-session.js'
import { getAccessToken, setAccessToken } from '../../lib/session/access-token.js'
import type { SessionUser } from '../../lib/session/session.js'

/**
 * Interval in ms at which the profile is read again. It is read again because permissions may change during a session
 * (R-031).
 */
const PROFILE_REFRESH_MS = 5 * 60_000

/** Gives a user without any permission the permission "none". */
const withPermissions = (user: SessionUser): SessionUser =>
  user.permissions.length > 0 ? user : { ...user, permissions: [...NO_PERMISSIONS] }

/** The signed-in user's profile. Sets the authorization header before the request. */
export const profileQuery = (accessToken: string | undefined) =>
  queryOptions({
    queryKey: ['session', 'profile'],
    queryFn: async ({ signal }) => {
      // A token that is already set is newer, because it was renewed since.
      if (getAccessToken() === undefined) setAccessToken(accessToken)
      const { data } = await unwrap(api.GET('/api/v1/auth/user', { signal }))
      const user = withPermissions(data)
      await keepSession(user)
      keepAnswersFor(user.viewing_as ? undefined : user.id)
      return user
    },
    enabled: accessToken !== undefined,
    retry: false,
    staleTime: PROFILE_REFRESH_MS,
    refetchInterval: PROFILE_REFRESH_MS,
    refetchOnWindowFocus: true,
  })

import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../api/api-client.js'
import { browser } from '../browser.js'
import { forgetViewAs, keepViewAs, type ViewAs } from './view-as.js'

const HOME = '/'

/**
 * Starts viewing the portal as a role. The server checks and records this. Then the portal reloads, so that nothing stays on
 * screen that only the user's own permissions allow to see.
 */
export const useViewAs = () =>
  useMutation({
    mutationFn: async ({ roleKey, businessId }: ViewAs) => {
      const query = { as_role: roleKey, ...(businessId === null ? {} : { as_business_id: businessId }) }
      return (await unwrap(api.GET('/api/v1/auth/user', { params: { query } }))).data
    },
    onSuccess: (_user, view) => {
      keepViewAs(view)
      browser.leaveTo(HOME)
    },
  })

export function leaveView(): void {
  forgetViewAs()
  browser.leaveTo(HOME)
}

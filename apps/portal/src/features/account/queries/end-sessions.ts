import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { sessionsQuery } from './security-queries.js'

/** Ends one session, or with no id all but this one; the list is read anew whatever came of it. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string | undefined): Promise<void> => {
      if (sessionId === undefined) await unwrap(api.DELETE('/api/v1/account/sessions'))
      else await unwrap(api.DELETE('/api/v1/account/sessions/{sessionId}', { params: { path: { sessionId } } }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

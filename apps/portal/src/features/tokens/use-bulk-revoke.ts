import { useMemo } from 'react'
import { api, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { bulkRequest } from '../../table/index.js'
import type { Token } from './token.js'

/** Revokes many and tells what became of each. There is no undo: a token that ended stays ended. */
export function useBulkRevoke() {
  return useMemo(
    () =>
      bulkRequest<Token>({
        send: (ids, key) => unwrap(api.POST('/api/v1/tokens/revoke', { params: { header: once(key) }, body: { ids } })),
      }),
    [],
  )
}

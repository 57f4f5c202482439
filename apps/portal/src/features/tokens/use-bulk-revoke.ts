import { useTranslation } from 'react-i18next'
import { errorReason } from '../../lib/api/error-text.js'
import type { RowResult } from '../../table/index.js'
import { revokeToken } from './queries/token-queries.js'
import type { Token } from './token.js'

/** Revokes one after the other and tells what became of each. There is no undo: a token that ended stays ended. */
export function useBulkRevoke() {
  const { t } = useTranslation('errors')
  return async (tokens: readonly Token[]): Promise<RowResult<Token>[]> => {
    const results: RowResult<Token>[] = []
    for (const row of tokens) {
      try {
        await revokeToken(row.id)
        results.push({ row })
      } catch (error) {
        results.push({ row, refusedBecause: errorReason(error, t) })
      }
    }
    return results
  }
}

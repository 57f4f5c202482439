import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { freeTagsQuery, wordsQuery } from '../../../lib/catalogue-queries.js'
import { onceADay } from '../../../lib/kept/kept-answer.js'
import { installBusinessesQuery, presetsQuery, tagGroupsQuery } from '../queries/install-queries.js'

/** Not while the portal itself is still loading. */
const AFTER_MS = 5_000

/** Reads each list of the form, one after the other, so that it is kept on this device (see `keptAnswer`). */
async function keepCatalogue(queries: QueryClient): Promise<void> {
  await queries.fetchQuery(installBusinessesQuery)
  await queries.fetchQuery(presetsQuery)
  await queries.fetchQuery(wordsQuery)
  await queries.fetchQuery(freeTagsQuery)
  await queries.fetchQuery(tagGroupsQuery)
}

/** Takes care once a day that the form of an installation can be filled in without a network. */
export function useKeptCatalogue(isWanted: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => {
      // What fails, for want of a network or of a right, is tried again when the portal opens next.
      onceADay('form', () => keepCatalogue(queries)).catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWanted, queries])
}

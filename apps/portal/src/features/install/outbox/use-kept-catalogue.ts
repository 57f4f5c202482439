import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { freeTagsQuery, wordsQuery } from '../../../lib/catalogue-queries.js'
import { onceADay } from '../../../lib/kept/kept-answer.js'
import { installBusinessesQuery, presetsQuery, tagGroupsQuery } from '../queries/install-queries.js'

/** Delay in ms before the lists are read, so that they do not slow down the loading of the portal. */
const AFTER_MS = 5_000

/** Reads the form's lists one after the other, so that they are stored on this device (see `keptAnswer`). */
async function keepCatalogue(queries: QueryClient): Promise<void> {
  await queries.fetchQuery(installBusinessesQuery)
  await queries.fetchQuery(presetsQuery)
  await queries.fetchQuery(wordsQuery)
  await queries.fetchQuery(freeTagsQuery)
  await queries.fetchQuery(tagGroupsQuery)
}

/** Stores the form's lists once a day, so that the form can be filled in offline. */
export function useKeptCatalogue(isWanted: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => {
      // If it fails, because the device is offline or the user lacks a right, it is tried again when the portal is opened
      // next time.
      onceADay('form', () => keepCatalogue(queries)).catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWanted, queries])
}

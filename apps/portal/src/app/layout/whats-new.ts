import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { inBrowser } from '../../storage/browser-storage.js'
import { useIsSuperAdmin, useSession } from '../../lib/session/session.js'

/** Change log that the build generates from CHANGELOG.md. */
export interface ChangeLog {
  /** Version of the log. The version changes with every change of the log. */
  version: string
  sections: ChangeLogSection[]
}
export interface ChangeLogSection {
  release: string
  name: string
  /** Entries with an ID that depends only on the text, not on the position of the entry. */
  entries: { id: string; text: string }[]
}

export const changeLogQuery = queryOptions({
  queryKey: ['whats-new'],
  queryFn: async (): Promise<ChangeLog> => {
    const response = await fetch(new URL('/whats-new.json', window.location.origin))
    if (!response.ok) throw new Error(`/whats-new.json answered ${response.status}`)
    return (await response.json()) as ChangeLog
  },
  // Changes only with a release.
  staleTime: Infinity,
})

interface Read {
  version: string
  ids: string[]
}

const readOf = (userId: number) => inBrowser(`whats-new-${userId}`)

/** Returns the change log version of this build. Undefined if the page was not built, as in development. */
const offeredVersion = () => document.querySelector<HTMLMetaElement>('meta[name="whats-new"]')?.content

/**
 * Returns which release news a super admin has read. This is stored in the browser. The news is for operators of Roadbook, so
 * other users do not see it.
 */
export function useWhatsNew() {
  const { user } = useSession()
  const isOffered = useIsSuperAdmin()
  const [read, setRead] = useState(() => readOf(user.id).readJson() as Read | undefined)
  const offered = offeredVersion()
  const note = ({ version, sections }: ChangeLog) => {
    const next = { version, ids: sections.flatMap(({ entries }) => entries.map(({ id }) => id)) }
    setRead(next)
    readOf(user.id).writeJson(next)
  }
  return { isOffered, hasNews: isOffered && offered !== undefined && offered !== read?.version, read, note }
}

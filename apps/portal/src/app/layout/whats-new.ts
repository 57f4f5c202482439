import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { inBrowser } from '../../storage/browser-storage.js'
import { useIsSuperAdmin, useSession } from '../../lib/session/session.js'

/** What the build made of CHANGELOG.md. */
export interface ChangeLog {
  /** Another one with every change of it. */
  version: string
  sections: ChangeLogSection[]
}
export interface ChangeLogSection {
  release: string
  name: string
  /** Known by their words, wherever they stand. */
  entries: { id: string; text: string }[]
}

export const changeLogQuery = queryOptions({
  queryKey: ['whats-new'],
  queryFn: async (): Promise<ChangeLog> => {
    const response = await fetch(new URL('/whats-new.json', window.location.origin))
    if (!response.ok) throw new Error(`/whats-new.json answered ${response.status}`)
    return (await response.json()) as ChangeLog
  },
  // It changes with a release alone.
  staleTime: Infinity,
})

interface Read {
  version: string
  ids: string[]
}

const readOf = (userId: number) => inBrowser(`whats-new-${userId}`)

/** The version that this page was built with; none where it was not built. */
const offeredVersion = () => document.querySelector<HTMLMetaElement>('meta[name="whats-new"]')?.content

/** What a super admin has read of what is new, in this browser. It is written for those who run Roadbook, and offered to nobody else. */
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

import type { Caller } from '../../auth/caller.js'
import { invalid, Problem } from '../../http/problems.js'
import { say } from './texts.js'

/** Reading a tag of a business above is one thing, changing it another. */
export function assertEditable(what: 'tag' | 'group', row: { editable: boolean; business_id: number | null }): void {
  if (row.editable) return
  const owner = row.business_id === null ? 'everybody' : 'above'
  throw new Problem('forbidden', say(`${what}-of-${owner}`), { permission: 'manage:tags' })
}

export const nameTaken = (what: 'tag' | 'group') => () => invalid({ name: [say(`${what}-name-taken`)] })

/** What a name that was given away in the meantime stands in the way of. */
export const cannotComeBack = (what: 'tag' | 'group') => () => new Problem('conflict', say(`${what}-name-gone`))

/** Whose a new one is: the caller's own business's unless told otherwise. */
export const ownerOf = (caller: Caller, said: number | null | undefined): number | null =>
  said === undefined ? caller.businessId : said

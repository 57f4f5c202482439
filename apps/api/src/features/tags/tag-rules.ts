import type { Caller } from '../../auth/caller.js'
import { invalid, Problem } from '../../http/problems.js'

/** Reading a tag of a business above is one thing, changing it another. */
export function assertEditable(what: 'tag' | 'tag group', row: { editable: boolean; business_id: number | null }): void {
  if (row.editable) return
  const owner = row.business_id === null ? 'everybody; a super admin may change it' : 'a business above yours'
  throw new Problem('forbidden', { detail: `This ${what} belongs to ${owner}`, permission: 'manage:tags' })
}

export const nameTaken = (what: 'tag' | 'tag group') => () => invalid({ name: [`There is already a ${what} of this name`] })

/** What a name that was given away in the meantime stands in the way of. */
export const cannotComeBack = (what: 'tag' | 'tag group') => () =>
  new Problem('conflict', { detail: `There is another ${what} of this name by now` })

/** Whose a new one is: the caller's own business's unless told otherwise. */
export const ownerOf = (caller: Caller, said: number | null | undefined): number | null =>
  said === undefined ? caller.businessId : said

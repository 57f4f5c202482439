import type { Caller } from '../../auth/caller.js'
import { invalid, Problem } from '../../http/problems.js'
import { say } from './texts.js'

/** Checks that the caller is allowed to change a tag or group. Tags and groups of a parent business can only be read. */
export function assertEditable(what: 'tag' | 'group', row: { editable: boolean; business_id: number | null }): void {
  if (row.editable) return
  const owner = row.business_id === null ? 'everybody' : 'above'
  throw new Problem('forbidden', say(`${what}-of-${owner}`), { permission: 'manage:tags' })
}

export const nameTaken = (what: 'tag' | 'group') => () => invalid({ name: [say(`${what}-name-taken`)] })

/** Returns the problem for a tag or group that cannot be restored, because its name was taken meanwhile. */
export const cannotComeBack = (what: 'tag' | 'group') => () => new Problem('conflict', say(`${what}-name-gone`))

/** Returns the owner of a new tag: the caller's own business by default. */
export const ownerOf = (caller: Caller, said: number | null | undefined): number | null =>
  said === undefined ? caller.businessId : said

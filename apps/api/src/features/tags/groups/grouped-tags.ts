import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { invalid } from '../../../http/problems.js'
import { TagGroupsRepository } from './tag-groups.repository.js'
import { TagsRepository } from '../tags.repository.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

/** Puts tags into groups. A tag may come into a group when one of the two is the caller's own. */
@Injectable()
export class GroupedTags {
  constructor(
    private readonly tags: TagsRepository,
    private readonly groups: TagGroupsRepository,
  ) {}

  /**
   * @param field of the body that names what may be wrong
   * @returns ids of the tags that were not there before
   * @throws Problem 422 when one of them is not to be seen, or is not to be put there
   */
  async put(transaction: ScopedTransaction, field: string, groupId: number, tagIds: readonly number[]): Promise<number[]> {
    const group = await this.groups.findOne(transaction, groupId)
    if (!group || group.deleted_at) throw invalid({ [field]: [absent('tag-group')] })
    const tags = await this.tags.findAll(transaction, tagIds)
    if (tags.length < tagIds.length) throw invalid({ tags: [absent('tag')] })
    if (!group.editable && tags.some(({ editable }) => !editable)) {
      throw invalid({ [field]: [say('own-tags-only')] })
    }
    return this.groups.put(transaction, groupId, tagIds)
  }
}

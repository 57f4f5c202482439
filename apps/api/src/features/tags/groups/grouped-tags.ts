import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { invalid } from '../../../http/problems.js'
import { TagGroupsRepository } from './tag-groups.repository.js'
import { TagsRepository } from '../tags.repository.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

/** Adds tags to groups. The caller must own the tag or the group. */
@Injectable()
export class GroupedTags {
  constructor(
    private readonly tags: TagsRepository,
    private readonly groups: TagGroupsRepository,
  ) {}

  /**
   * @param field field of the body; errors contain this name
   * @returns ids of the tags that are new in the group
   * @throws Problem 422 when one of the tags is not visible, or is not allowed to be added
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

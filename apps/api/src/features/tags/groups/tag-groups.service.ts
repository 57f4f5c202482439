import { Inject, Injectable } from '@nestjs/common'
import { isInScope, ResourceService } from '../../../resources/index.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import { invalid } from '../../../http/problems.js'
import type { TagGroupDto } from '../dto/tag.dto.js'
import type { CreateTagGroupDto, GroupTagsDto, TagsOfGroupDto, UpdateTagGroupDto } from '../dto/write-tag.dto.js'
import { GroupedTags } from './grouped-tags.js'
import type { TagGroupRow } from './tag-group-list.js'
import { TagGroupsRepository } from './tag-groups.repository.js'
import { toApiRow } from '../../../http/api-row.js'
import { assertEditable, cannotComeBack, nameTaken, ownerOf } from '../tag-rules.js'
import { absent } from '../../../texts/platform.js'

/** Groups of tags. */
@Injectable()
export class TagGroupsService extends ResourceService<TagGroupRow, TagGroupDto> {
  @Inject(TagGroupsRepository) private readonly groups: TagGroupsRepository
  @Inject(GroupedTags) private readonly grouped: GroupedTags
  protected readonly thing = 'tag-group'
  protected readonly toDto = (row: TagGroupRow) => toApiRow(row)
  protected readonly audited = ({ name, deleted_at }: TagGroupRow): Record<string, unknown> => ({
    name,
    deleted: deleted_at !== null,
  })

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<TagGroupDto>> {
    const { rows, total } = await this.database.read(caller.scope, (transaction) => this.groups.findPage(transaction, criteria))
    return { data: rows.map(toApiRow), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  create(by: Acting, body: CreateTagGroupDto): Promise<TagGroupDto> {
    const owner = ownerOf(by.caller, body.business_id)
    const tags = body.tags ?? []
    const add = async (transaction: ScopedTransaction) => {
      const isKnown = owner === null ? by.caller.scope === 'all' : await isInScope(transaction, owner)
      if (!isKnown) throw invalid({ business_id: [absent('business')] })
      const id = await takenBy(this.groups.add(transaction, body.name, owner, by.caller.userId), nameTaken('group'))
      if (tags.length > 0) await this.grouped.put(transaction, 'tags', id, tags)
      return id
    }
    return this.make(by, 'tag-group.create', add, ({ name }: TagGroupRow) => ({
      name,
      business_id: owner,
      tags: tags.join(', '),
    }))
  }

  update(by: Acting, id: number, { name }: UpdateTagGroupDto, ifMatch: string | null): Promise<TagGroupDto> {
    const rename = (transaction: ScopedTransaction) => takenBy(this.groups.rename(transaction, id, name), nameTaken('group'))
    return this.change(by, id, 'tag-group.update', rename, { ifMatch })
  }

  /** Deletes a group. Its tags stay assigned to it, so that a restore brings them back (T-15). */
  delete(by: Acting, id: number): Promise<TagGroupDto> {
    return this.change(by, id, 'tag-group.delete', (transaction) => this.groups.mark(transaction, id, true))
  }

  restore(by: Acting, id: number): Promise<TagGroupDto> {
    const work = (transaction: ScopedTransaction) => takenBy(this.groups.mark(transaction, id, false), cannotComeBack('group'))
    return this.change(by, id, 'tag-group.restore', work)
  }

  /** Adds tags to a group. */
  attach(by: Acting, body: GroupTagsDto): Promise<TagsOfGroupDto> {
    return this.regroup(by, body, 'tag-group.attach', (transaction) =>
      this.grouped.put(transaction, 'group_id', body.group_id, body.tags),
    )
  }

  detach(by: Acting, body: GroupTagsDto): Promise<TagsOfGroupDto> {
    return this.regroup(by, body, 'tag-group.detach', async (transaction) => {
      const group = await this.groups.findOne(transaction, body.group_id)
      if (!group) throw invalid({ group_id: [absent('tag-group')] })
      return this.groups.take(transaction, body.group_id, body.tags)
    })
  }

  private regroup(
    by: Acting,
    { group_id }: GroupTagsDto,
    action: string,
    work: (transaction: ScopedTransaction) => Promise<number[]>,
  ): Promise<TagsOfGroupDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const changed = await work(transaction)
      const group = await this.found(transaction, group_id, by)
      if (changed.length > 0) {
        await this.audit.record(transaction, by, action, {
          id: group_id,
          businessId: group.business_id,
          after: { name: group.name, tags: changed.join(', ') },
        })
      }
      return { group_id, changed, tags_count: group.tags_count }
    })
  }

  protected find(transaction: ScopedTransaction, id: number): Promise<TagGroupRow | undefined> {
    return this.groups.findOne(transaction, id)
  }

  protected override assertMay(_action: string, before: TagGroupRow): void {
    assertEditable('group', before)
  }
}

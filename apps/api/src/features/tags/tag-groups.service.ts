import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { assertUnchanged } from '../../http/if-match.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { invalid, notFound } from '../../http/problems.js'
import type { TagGroupDto } from './dto/tag.dto.js'
import type { CreateTagGroupDto, GroupTagsDto, TagsOfGroupDto, UpdateTagGroupDto } from './dto/write-tag.dto.js'
import { GroupedTags } from './grouped-tags.js'
import type { TagGroupRow } from './tag-group-list.js'
import { TagGroupsRepository } from './tag-groups.repository.js'
import { told } from '../../http/told.js'
import { assertEditable, cannotComeBack, nameTaken, ownerOf } from './tag-rules.js'
import { TagsRepository } from './tags.repository.js'
import { absent } from '../../texts/platform.js'

/** groups of tags. */
@Injectable()
export class TagGroupsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly groups: TagGroupsRepository,
    private readonly tags: TagsRepository,
    private readonly grouped: GroupedTags,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<TagGroupDto>> {
    const { rows, total } = await this.database.read(caller.scope, (transaction) => this.groups.findPage(transaction, criteria))
    return { data: rows.map(told), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  get(caller: Caller, id: number): Promise<TagGroupDto> {
    return this.database.read(caller.scope, async (transaction) => told(await this.group(transaction, id)))
  }

  create(by: Acting, body: CreateTagGroupDto): Promise<TagGroupDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const owner = ownerOf(by.caller, body.business_id)
      const isKnown = owner === null ? by.caller.scope === 'all' : await this.tags.businessExists(transaction, owner)
      if (!isKnown) throw invalid({ business_id: [absent('business')] })
      const added = this.groups.add(transaction, body.name, owner, by.caller.userId)
      const id = await takenBy(added, nameTaken('group'))
      const tags = body.tags ?? []
      if (tags.length > 0) await this.grouped.put(transaction, 'tags', id, tags)
      const after = await this.group(transaction, id)
      await this.audit.record(transaction, by, 'tag-group.create', {
        id,
        businessId: owner,
        after: { name: after.name, business_id: owner, tags: tags.join(', ') },
      })
      return told(after)
    })
  }

  update(by: Acting, id: number, { name }: UpdateTagGroupDto, ifMatch: string | null): Promise<TagGroupDto> {
    return this.change(by, id, 'tag-group.update', async (transaction, before) => {
      assertUnchanged(ifMatch, before.updated_at)
      await takenBy(this.groups.rename(transaction, id, name), nameTaken('group'))
    })
  }

  /** T-15: it keeps its tags, so that it can come back with them. */
  delete(by: Acting, id: number): Promise<TagGroupDto> {
    return this.change(by, id, 'tag-group.delete', (transaction) => this.groups.mark(transaction, id, true))
  }

  restore(by: Acting, id: number): Promise<TagGroupDto> {
    const work = (transaction: ScopedTransaction) => takenBy(this.groups.mark(transaction, id, false), cannotComeBack('group'))
    return this.change(by, id, 'tag-group.restore', work)
  }

  /** */
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
      const group = await this.group(transaction, group_id)
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

  private change(
    by: Acting,
    id: number,
    action: string,
    work: (transaction: ScopedTransaction, before: TagGroupRow) => Promise<void>,
  ): Promise<TagGroupDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.group(transaction, id)
      assertEditable('group', before)
      await work(transaction, before)
      const after = await this.group(transaction, id)
      await this.audit.record(transaction, by, action, {
        id,
        businessId: after.business_id,
        before: { name: before.name, deleted: before.deleted_at !== null },
        after: { name: after.name, deleted: after.deleted_at !== null },
      })
      return told(after)
    })
  }

  private async group(transaction: ScopedTransaction, id: number): Promise<TagGroupRow> {
    const row = await this.groups.findOne(transaction, id)
    if (!row) throw notFound('tag-group')
    return row
  }
}

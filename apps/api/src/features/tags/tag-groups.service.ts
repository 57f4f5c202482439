import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { assertUnchanged } from '../../http/if-match.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { OnceRequest } from '../../http/once.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { invalid, notFound } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { TagGroupDto } from './dto/tag.dto.js'
import type { CreateTagGroupDto, GroupTagsDto, TagsOfGroupDto, UpdateTagGroupDto } from './dto/write-tag.dto.js'
import { GroupedTags } from './grouped-tags.js'
import type { TagGroupRow } from './tag.row.js'
import { TagGroupsRepository } from './tag-groups.repository.js'
import { toGroupResponse } from './tag-response.js'
import { assertEditable, cannotComeBack, nameTaken, ownerOf } from './tag-rules.js'
import { TagsRepository } from './tags.repository.js'

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
    return { data: rows.map(toGroupResponse), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  get(caller: Caller, id: number): Promise<TagGroupDto> {
    return this.database.read(caller.scope, async (transaction) => toGroupResponse(await this.group(transaction, id)))
  }

  create(caller: Caller, said: CreateTagGroupDto, once: OnceRequest | null, origin: RequestOrigin): Promise<TagGroupDto> {
    return this.database.write(caller.scope, (transaction) =>
      this.onceOnly.do(transaction, caller, once, {
        run: async () => {
          const owner = ownerOf(caller, said.business_id)
          const isKnown = owner === null ? caller.scope === 'all' : await this.tags.businessExists(transaction, owner)
          if (!isKnown) throw invalid({ business_id: ['There is no such business'] })
          const added = this.groups.add(transaction, said.name, owner, caller.userId)
          const id = await takenBy(added, nameTaken('tag group'))
          const tags = said.tags ?? []
          if (tags.length > 0) await this.grouped.put(transaction, 'tags', id, tags)
          const after = await this.group(transaction, id)
          await this.audit.record(transaction, {
            ...{ caller, origin, action: 'tag-group.create', object: { type: 'tag-group', id }, businessId: owner },
            after: { name: after.name, business_id: owner, tags: tags.join(', ') },
          })
          return toGroupResponse(after)
        },
      }),
    )
  }

  update(
    caller: Caller,
    id: number,
    { name }: UpdateTagGroupDto,
    ifMatch: string | null,
    origin: RequestOrigin,
  ): Promise<TagGroupDto> {
    return this.change(caller, id, 'tag-group.update', origin, async (transaction, before) => {
      assertUnchanged(ifMatch, before.updated_at)
      await takenBy(this.groups.rename(transaction, id, name), nameTaken('tag group'))
    })
  }

  /** T-15: it keeps its tags, so that it can come back with them. */
  delete(caller: Caller, id: number, origin: RequestOrigin): Promise<TagGroupDto> {
    return this.change(caller, id, 'tag-group.delete', origin, (transaction) => this.groups.mark(transaction, id, true))
  }

  restore(caller: Caller, id: number, origin: RequestOrigin): Promise<TagGroupDto> {
    const work = (transaction: ScopedTransaction) =>
      takenBy(this.groups.mark(transaction, id, false), cannotComeBack('tag group'))
    return this.change(caller, id, 'tag-group.restore', origin, work)
  }

  /** */
  attach(caller: Caller, said: GroupTagsDto, once: OnceRequest | null, origin: RequestOrigin): Promise<TagsOfGroupDto> {
    return this.regroup(caller, said, once, origin, 'tag-group.attach', (transaction) =>
      this.grouped.put(transaction, 'group_id', said.group_id, said.tags),
    )
  }

  detach(caller: Caller, said: GroupTagsDto, once: OnceRequest | null, origin: RequestOrigin): Promise<TagsOfGroupDto> {
    return this.regroup(caller, said, once, origin, 'tag-group.detach', async (transaction) => {
      const group = await this.groups.findOne(transaction, said.group_id)
      if (!group) throw invalid({ group_id: ['There is no such tag group'] })
      return this.groups.take(transaction, said.group_id, said.tags)
    })
  }

  private regroup(
    caller: Caller,
    { group_id }: GroupTagsDto,
    once: OnceRequest | null,
    origin: RequestOrigin,
    action: string,
    work: (transaction: ScopedTransaction) => Promise<number[]>,
  ): Promise<TagsOfGroupDto> {
    return this.database.write(caller.scope, (transaction) =>
      this.onceOnly.do(transaction, caller, once, {
        run: async () => {
          const changed = await work(transaction)
          const group = await this.group(transaction, group_id)
          if (changed.length > 0) {
            await this.audit.record(transaction, {
              ...{ caller, origin, action, object: { type: 'tag-group', id: group_id }, businessId: group.business_id },
              after: { name: group.name, tags: changed.join(', ') },
            })
          }
          return { group_id, changed, tags_count: group.tags_count }
        },
      }),
    )
  }

  private change(
    caller: Caller,
    id: number,
    action: string,
    origin: RequestOrigin,
    work: (transaction: ScopedTransaction, before: TagGroupRow) => Promise<void>,
  ): Promise<TagGroupDto> {
    return this.database.write(caller.scope, async (transaction) => {
      const before = await this.group(transaction, id)
      assertEditable('tag group', before)
      await work(transaction, before)
      const after = await this.group(transaction, id)
      await this.audit.record(transaction, {
        ...{ caller, origin, action, object: { type: 'tag-group', id }, businessId: after.business_id },
        before: { name: before.name, deleted: before.deleted_at !== null },
        after: { name: after.name, deleted: after.deleted_at !== null },
      })
      return toGroupResponse(after)
    })
  }

  private async group(transaction: ScopedTransaction, id: number): Promise<TagGroupRow> {
    const row = await this.groups.findOne(transaction, id)
    if (!row) throw notFound('tag-group')
    return row
  }
}

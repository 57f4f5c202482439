import type { Sentence } from '../../texts/sentence.js'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { refusedBy } from '../../database/refused.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { assertUnchanged } from '../../http/if-match.js'
import { invalid, notFound } from '../../http/problems.js'
import type { ManagedTagDto } from './dto/tag.dto.js'
import type { CreateTagDto, UpdateTagDto } from './dto/write-tag.dto.js'
import { GroupedTags } from './grouped-tags.js'
import type { ManagedTagRow } from './tag-list.js'
import { told } from '../../http/told.js'
import { assertEditable, cannotComeBack, nameTaken, ownerOf } from './tag-rules.js'
import { PARENT_TYPES, type TagType } from './tag-types.js'
import { TagsRepository, type TagValues } from './tags.repository.js'
import { absent, required } from '../../texts/platform.js'
import { say } from './texts.js'

/** the tags that apply in a caller's scope; those of the scope itself can be changed. */
@Injectable()
export class TagsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly tags: TagsRepository,
    private readonly grouped: GroupedTags,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  get(caller: Caller, id: number): Promise<ManagedTagDto> {
    return this.database.read(caller.scope, async (transaction) => told(await this.tag(transaction, id)))
  }

  create(by: Acting, body: CreateTagDto): Promise<ManagedTagDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const wanted = await this.checked(transaction, {
        name: body.name,
        type: body.type,
        business_id: ownerOf(by.caller, body.business_id),
        parent_id: body.parent_id ?? null,
        vehicle_type: body.vehicle_type ?? null,
      })
      await this.assertOwner(transaction, by.caller, wanted.business_id)
      const id = await takenBy(refusedBy(this.tags.add(transaction, wanted, by.caller.userId), misplaced), nameTaken('tag'))
      for (const groupId of body.groups ?? []) await this.grouped.put(transaction, 'groups', groupId, [id])
      const added = await this.tag(transaction, id)
      await this.record(transaction, by, 'tag.create', undefined, added)
      return told(added)
    })
  }

  update(by: Acting, id: number, body: UpdateTagDto, ifMatch: string | null): Promise<ManagedTagDto> {
    return this.change(by, id, 'tag.update', async (transaction, before) => {
      assertUnchanged(ifMatch, before.updated_at)
      const wanted = await this.checked(transaction, {
        name: body.name,
        type: before.type,
        business_id: before.business_id,
        parent_id: body.parent_id === undefined ? before.parent_id : body.parent_id,
        vehicle_type: body.vehicle_type ?? before.vehicle_type,
      })
      await takenBy(refusedBy(this.tags.save(transaction, id, wanted), misplaced), nameTaken('tag'))
    })
  }

  /** T-15: it keeps its links, so that it can come back with them. */
  delete(by: Acting, id: number): Promise<ManagedTagDto> {
    return this.change(by, id, 'tag.delete', (transaction) => this.tags.mark(transaction, id, true))
  }

  restore(by: Acting, id: number): Promise<ManagedTagDto> {
    const work = (transaction: ScopedTransaction) => takenBy(this.tags.mark(transaction, id, false), cannotComeBack('tag'))
    return this.change(by, id, 'tag.restore', work)
  }

  /** D.15: everything that carries one tag carries the other one instead, and the one is deleted. */
  merge(by: Acting, id: number, into: number): Promise<ManagedTagDto> {
    const work = async (transaction: ScopedTransaction, before: ManagedTagRow) => {
      const [other] = await this.tags.findAll(transaction, [into])
      if (!other) throw invalid({ into: [absent('tag')] })
      if (other.id === id) throw invalid({ into: [say('another-tag')] })
      if (other.type !== before.type) throw invalid({ into: [say('same-type')] })
      const toProblem = (rule: Sentence) => invalid({ into: [rule] })
      const merged = refusedBy(this.tags.merge(transaction, id, into), toProblem)
      await takenBy(merged, () => invalid({ into: [say('merge-below-first')] }))
      await this.tags.mark(transaction, id, true)
    }
    return this.change(by, id, 'tag.merge', work, { merged_into: into })
  }

  private change(
    by: Acting,
    id: number,
    action: string,
    work: (transaction: ScopedTransaction, before: ManagedTagRow) => Promise<void>,
    more: Record<string, unknown> = {},
  ): Promise<ManagedTagDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.tag(transaction, id)
      assertEditable('tag', before)
      await work(transaction, before)
      const after = await this.tag(transaction, id)
      await this.record(transaction, by, action, before, after, more)
      return told(after)
    })
  }

  private async tag(transaction: ScopedTransaction, id: number): Promise<ManagedTagRow> {
    const row = await this.tags.findOne(transaction, id)
    if (!row) throw notFound('tag')
    return row
  }

  /** What its type asks for is there, and nothing else. */
  private async checked(transaction: ScopedTransaction, tag: TagValues): Promise<TagValues> {
    const parentType = PARENT_TYPES[tag.type]
    if (parentType && tag.parent_id === null) throw invalid({ parent_id: [required(parentThing(parentType))] })
    if (parentType && tag.parent_id !== null) {
      const [parent] = await this.tags.findAll(transaction, [tag.parent_id])
      if (parent?.type !== parentType) throw invalid({ parent_id: [absent(parentThing(parentType))] })
    }
    if (tag.type === 'type' && tag.vehicle_type === null) throw invalid({ vehicle_type: [required('vehicle-type')] })
    const { parent_id, vehicle_type } = tag
    return { ...tag, parent_id: parentType ? parent_id : null, vehicle_type: tag.type === 'type' ? vehicle_type : null }
  }

  private async assertOwner(transaction: ScopedTransaction, caller: Caller, businessId: number | null): Promise<void> {
    if (businessId === null && caller.scope === 'all') return
    if (businessId === null || !(await this.tags.businessExists(transaction, businessId))) {
      throw invalid({ business_id: [absent('business')] })
    }
  }

  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    before: ManagedTagRow | undefined,
    after: ManagedTagRow,
    more: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record(transaction, by, action, {
      id: after.id,
      businessId: after.business_id,
      before: before && auditedTag(before),
      after: { ...auditedTag(after), ...more },
    })
  }
}

/** What of a tag the audit log tells. */
const auditedTag = ({ name, type, business_id, parent_name: brand, vehicle_type, deleted_at }: ManagedTagRow) => {
  return { name, type, business_id, brand, vehicle_type, deleted: deleted_at !== null }
}

const parentThing = (type: TagType) => (type === 'brand' ? 'brand' : 'engine-brand')
const misplaced = (rule: Sentence) => invalid({ parent_id: [rule] })

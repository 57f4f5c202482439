import { Inject, Injectable } from '@nestjs/common'
import type { Sentence } from '../../texts/sentence.js'
import { isInScope, ResourceService } from '../../resources/index.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { refusedBy } from '../../database/refused.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { invalid } from '../../http/problems.js'
import type { ManagedTagDto } from './dto/tag.dto.js'
import type { CreateTagDto, UpdateTagDto } from './dto/write-tag.dto.js'
import { GroupedTags } from './groups/grouped-tags.js'
import type { ManagedTagRow } from './tag-list.js'
import { toApiRow } from '../../http/api-row.js'
import { assertEditable, cannotComeBack, nameTaken, ownerOf } from './tag-rules.js'
import { PARENT_TYPES, type TagType } from './tag-types.js'
import { TagsRepository, type TagValues } from './tags.repository.js'
import { absent, required } from '../../texts/platform.js'
import { say } from './texts.js'

/** Tags that apply in a caller's scope. Only tags of the scope itself can be changed. */
@Injectable()
export class TagsService extends ResourceService<ManagedTagRow, ManagedTagDto> {
  @Inject(TagsRepository) private readonly tags: TagsRepository
  @Inject(GroupedTags) private readonly grouped: GroupedTags
  protected readonly thing = 'tag'
  protected readonly toDto = (row: ManagedTagRow) => toApiRow(row)
  protected readonly audited = auditedTag

  create(by: Acting, body: CreateTagDto): Promise<ManagedTagDto> {
    return this.make(by, 'tag.create', async (transaction) => {
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
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateTagDto, ifMatch: string | null): Promise<ManagedTagDto> {
    const save = async (transaction: ScopedTransaction, before: ManagedTagRow) => {
      const wanted = await this.checked(transaction, {
        name: body.name,
        type: before.type,
        business_id: before.business_id,
        parent_id: body.parent_id === undefined ? before.parent_id : body.parent_id,
        vehicle_type: body.vehicle_type ?? before.vehicle_type,
      })
      await takenBy(refusedBy(this.tags.save(transaction, id, wanted), misplaced), nameTaken('tag'))
    }
    return this.change(by, id, 'tag.update', save, { ifMatch })
  }

  /** Deletes a tag. The tag keeps its links, so that a restore brings them back (T-15). */
  delete(by: Acting, id: number): Promise<ManagedTagDto> {
    return this.change(by, id, 'tag.delete', (transaction) => this.tags.mark(transaction, id, true))
  }

  restore(by: Acting, id: number): Promise<ManagedTagDto> {
    const work = (transaction: ScopedTransaction) => takenBy(this.tags.mark(transaction, id, false), cannotComeBack('tag'))
    return this.change(by, id, 'tag.restore', work)
  }

  /** Merges a tag into another tag, which replaces it everywhere. The merged tag is then deleted (D.15). */
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
    return this.change(by, id, 'tag.merge', work, { more: { merged_into: into } })
  }

  protected find(transaction: ScopedTransaction, id: number): Promise<ManagedTagRow | undefined> {
    return this.tags.findOne(transaction, id)
  }

  protected override assertMay(_action: string, before: ManagedTagRow): void {
    assertEditable('tag', before)
  }

  /** Checks the values that belong to the tag's type, and drops the others. */
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
    if (businessId === null || !(await isInScope(transaction, businessId))) {
      throw invalid({ business_id: [absent('business')] })
    }
  }
}

/** Returns the fields of a tag that the audit log records. */
const auditedTag = ({ name, type, business_id, parent_name: brand, vehicle_type, deleted_at }: ManagedTagRow) => {
  return { name, type, business_id, brand, vehicle_type, deleted: deleted_at !== null }
}

const parentThing = (type: TagType) => (type === 'brand' ? 'brand' : 'engine-brand')
const misplaced = (rule: Sentence) => invalid({ parent_id: [rule] })

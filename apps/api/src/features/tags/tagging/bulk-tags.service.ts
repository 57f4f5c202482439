import { peoplesOrder } from '@roadbook/contracts/peoples-words'
import { Injectable } from '@nestjs/common'
import type { Sentence } from '../../../texts/sentence.js'
import { type AuditedAction, AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { BulkChangesRepository } from '../../../bulk/index.js'
import { OnceOnly } from '../../../database/once-only.js'
import { refusedBy } from '../../../database/refused.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { invalid, Problem } from '../../../http/problems.js'
import { type BulkTagsDto, type BulkTagsResultDto, type TaggedEntityDto, TAGGING_FAILURES } from '../dto/bulk-tags.dto.js'
import { type EntityTagChange, EntityTagsRepository, type UsableTag } from './entity-tags.repository.js'
import { isSlot, SLOTS, type TagType } from '../tag-types.js'
import { isChanged, planTagging, planUndo, type Tagging } from './tagging.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

const TAGS = 'entity.tags'

/** Tags many entities in one request and returns the outcome of each. A change can be undone. */
@Injectable()
export class BulkTagsService {
  constructor(
    private readonly entityTags: EntityTagsRepository,
    private readonly changes: BulkChangesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  change(by: Acting, body: BulkTagsDto): Promise<BulkTagsResultDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const attach = await this.tags(transaction, 'attach', body.attach ?? [])
      const detach = await this.tags(transaction, 'detach', body.detach ?? [])
      assertMeaningful(attach, detach)
      const rows = await this.entityTags.lock(transaction, body.entities)
      const wish = { attach, detach, replace: body.on_conflict === 'replace' }
      const planned = body.entities.map((id) => planTagging(id, rows.get(id), wish))
      if (body.dry_run) return toResult(planned, null)
      return this.carryOut(transaction, by, planned, TAGS)
    })
  }

  /** Undoes a change that the caller made within the last day. */
  undo(by: Acting, id: number): Promise<BulkTagsResultDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const done = await this.changes.takeBack<EntityTagChange>(transaction, by.caller.userId, id, [TAGS])
      const ids = done.changes.map(({ entity_id }) => entity_id)
      const rows = await this.entityTags.lock(transaction, ids)
      const planned = done.changes.map((change) => planUndo(change, rows.get(change.entity_id)))
      const result = await this.carryOut(transaction, by, planned, 'entity.tags-undo')
      const undone = planned.filter(isChanged).map(({ change }) => change)
      await this.entityTags.write(transaction, undone)
      return { ...result, undo_id: null }
    })
  }

  private async carryOut(
    transaction: ScopedTransaction,
    by: Acting,
    planned: readonly Tagging[],
    action: string,
  ): Promise<BulkTagsResultDto> {
    const changed = planned.filter(isChanged)
    if (changed.length === 0) return toResult(planned, null)
    const changes = changed.map(({ change }) => change)
    const toProblem = () => new Problem('conflict', say('changed-meanwhile'))
    await takenBy(refusedBy(this.entityTags.apply(transaction, changes), toProblem), toProblem)
    const after = await this.entityTags.lock(
      transaction,
      changes.map(({ entity_id }) => entity_id),
    )
    await this.audit.recordAll(
      transaction,
      by,
      changed.map(({ row, change }): AuditedAction => {
        const tagsOf = (one: typeof row) => ({
          tags:
            one?.carried
              .map(({ name }) => name)
              .toSorted(peoplesOrder())
              .join(', ') ?? '',
        })
        return {
          action,
          id: change.entity_id,
          businessId: row?.business_id,
          before: tagsOf(row),
          after: tagsOf(after.get(change.entity_id)),
        }
      }),
    )
    return toResult(planned, await this.changes.remember(transaction, by.caller.userId, { action: TAGS, changes }))
  }

  private async tags(transaction: ScopedTransaction, field: string, ids: readonly number[]): Promise<UsableTag[]> {
    const found = await this.entityTags.findTags(transaction, ids)
    if (found.length < ids.length) throw invalid({ [field]: [absent('tag')] })
    return found
  }
}

function assertMeaningful(attach: readonly UsableTag[], detach: readonly UsableTag[]): void {
  if (attach.length + detach.length === 0) throw invalid({ attach: [say('choose-tag')] })
  if (attach.some(({ id }) => detach.some((tag) => tag.id === id))) {
    throw invalid({ detach: [say('on-and-off')] })
  }
  for (const type of SLOTS) {
    if (attach.filter((tag) => tag.type === type).length > 1) {
      throw invalid({ attach: [say('only-one', { slot: say(`slot.${type}`) })] })
    }
  }
}

function toResult(planned: readonly Tagging[], undoId: number | null): BulkTagsResultDto {
  const results = planned.map(toEntityResult)
  const count = (result: string) => results.filter((one) => one.result === result).length
  return { undo_id: undoId, changed: count('changed'), unchanged: count('unchanged'), failed: count('failed'), results }
}

function toEntityResult(planned: Tagging): TaggedEntityDto {
  const { row, failure, conflicts, change } = planned
  return {
    id: change.entity_id,
    name: row?.name ?? null,
    result: failure ? 'failed' : isChanged(planned) ? 'changed' : 'unchanged',
    reason: failure,
    message: failure && (failure === 'conflict' ? conflictMessage(conflicts) : TAGGING_FAILURES[failure]),
    conflicts,
    attached: failure ? [] : change.attached,
    detached: failure ? [] : change.detached,
  }
}

const conflictMessage = (conflicts: readonly { type: TagType; present: string }[]): Sentence => {
  const slotOf = (type: TagType) => (isSlot(type) ? say(`slot.${type}`) : type)
  return say('conflicts', { all: conflicts.map(({ type, present }) => say('carries', { slot: slotOf(type), present })) })
}

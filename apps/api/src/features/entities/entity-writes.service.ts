import type { Sentence } from '../../texts/sentence.js'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting, Actor } from '../../auth/acting.js'
import type { RowChange } from '../../bulk/index.js'
import { OnceOnly } from '../../database/once-only.js'
import { refusedBy } from '../../database/refused.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { assertUnchanged } from '../../http/if-match.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import type { EntityDto } from './dto/entity.dto.js'
import type { CreateEntityDto, UpdateEntityDto } from './dto/write-entity.dto.js'
import { EntitiesService } from './entities.service.js'
import type { EntityValues } from './entity.row.js'
import { EntityWritesRepository, type WrittenEntityRow } from './entity-writes.repository.js'
import { absent, required } from '../../texts/platform.js'
import { say } from './texts.js'

const VALUES = [
  'name',
  'short_name',
  'frame_number',
  'license_plate',
  'vehicle_type',
  'brand',
  'model',
  'color',
  'engine_brand',
  'engine_model',
  'power_unit',
] as const satisfies readonly (keyof EntityValues)[]

const NEW = Object.fromEntries(VALUES.map((name) => [name, null])) as unknown as EntityValues
/** Of which an entity carries any number. */
const FREE_TYPES = ['general', 'selected']
const WITH_TAGS = new Set(['tags'])

/** vehicles that people make, change, delete and bring back. */
@Injectable()
export class EntityWritesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly writes: EntityWritesRepository,
    private readonly entities: EntitiesService,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  async create(by: Acting, body: CreateEntityDto): Promise<EntityDto> {
    const id = await this.onceOnly.write<number>(by, (transaction) => this.add(transaction, by, body))
    return this.entities.get(by.caller, id, WITH_TAGS)
  }

  /** The same as a part of a larger write. @returns its id */
  async add(transaction: ScopedTransaction, by: Actor, body: CreateEntityDto): Promise<number> {
    const businessId = body.business_id ?? by.caller.businessId
    if (businessId === null) throw invalid({ business_id: [required('business')] })
    if (!(await this.writes.businessExists(transaction, businessId))) {
      throw invalid({ business_id: [absent('business')] })
    }
    const added = await this.writes.add(transaction, withChanges(NEW, body), businessId, by.caller.userId)
    await this.writeRest(transaction, added, body, undefined)
    const after = await this.entity(transaction, added)
    await this.record(transaction, by, 'entity.create', undefined, after)
    return added
  }

  async update(by: Acting, id: number, body: UpdateEntityDto, ifMatch: string | null): Promise<EntityDto> {
    await this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.entity(transaction, id)
      assertUnchanged(ifMatch, before.updated_at)
      //
      if (before.vehicle_type === 'unregistered') {
        throw new Problem('conflict', say('unregistered'))
      }
      await this.writes.save(transaction, id, withChanges(before, body))
      await this.writeRest(transaction, id, body, before)
      const after = await this.entity(transaction, id)
      await this.record(transaction, by, 'entity.update', before, after)
    })
    return this.entities.get(by.caller, id, WITH_TAGS)
  }

  /** Its tracker is free from then on; trips and history stay, and it can be restored. */
  delete(by: Acting, id: number): Promise<void> {
    return this.database.write(by.caller.scope, (transaction) => this.remove(transaction, by, id))
  }

  /** The same as a part of a larger write. */
  async remove(transaction: ScopedTransaction, by: Actor, id: number): Promise<void> {
    const before = await this.entity(transaction, id)
    //
    if (before.consumer_id !== null) {
      throw new Problem('conflict', say('has-customer'))
    }
    if (before.has_open_case) throw new Problem('conflict', say('is-missing'))
    await this.writes.delete(transaction, id, by.caller.userId)
    const after = await this.entity(transaction, id, true)
    await this.record(transaction, by, 'entity.delete', before, after)
  }

  async restore(by: Acting, id: number): Promise<EntityDto> {
    await this.database.write(by.caller.scope, (transaction) => this.bringBack(transaction, by, id))
    return this.entities.get(by.caller, id, WITH_TAGS)
  }

  /** One of many; undefined when it was so before. */
  async setDeleted(transaction: ScopedTransaction, by: Actor, id: number, isDeleted: boolean): Promise<RowChange<null>> {
    if (await this.writes.lock(transaction, id, isDeleted)) return undefined
    if (isDeleted) await this.remove(transaction, by, id)
    else await this.bringBack(transaction, by, id)
    return { before: null }
  }

  private async bringBack(transaction: ScopedTransaction, by: Actor, id: number): Promise<void> {
    const before = await this.entity(transaction, id, true)
    await this.writes.restore(transaction, id)
    await this.record(transaction, by, 'entity.restore', before, await this.entity(transaction, id))
  }

  /** What is no column of its own. */
  private async writeRest(
    transaction: ScopedTransaction,
    id: number,
    body: CreateEntityDto | UpdateEntityDto,
    before: WrittenEntityRow | undefined,
  ): Promise<void> {
    const isKnown = await this.writes.linkCatalogue(transaction, id)
    // A word that stood there before the catalogue may stay.
    if (!isKnown && body.brand !== before?.brand) {
      throw invalid({ brand: [say('unknown-brand')] })
    }
    const { tags, target_group_id: group, odometer_m } = body
    const types = await this.writes.tagTypes(transaction, [...(tags ?? []), ...(group == null ? [] : [group])])
    const misplaced = (field: string) => (rule: Sentence) => invalid({ [field]: [rule] })
    if (tags !== undefined) {
      if (tags.some((tag) => !FREE_TYPES.includes(types.get(tag) ?? ''))) throw invalid({ tags: [absent('tag')] })
      await refusedBy(this.writes.setTags(transaction, id, tags), misplaced('tags'))
    }
    if (group !== undefined) {
      if (group !== null && types.get(group) !== 'group') throw invalid({ target_group_id: [absent('target-group')] })
      await refusedBy(this.writes.setTargetGroup(transaction, id, group), misplaced('target_group_id'))
    }
    if (odometer_m !== undefined) await this.writes.setOdometer(transaction, id, odometer_m)
  }

  private async entity(transaction: ScopedTransaction, id: number, deleted = false): Promise<WrittenEntityRow> {
    const row = await this.writes.lock(transaction, id, deleted)
    if (!row) throw notFound('entity')
    return row
  }

  private record(
    transaction: ScopedTransaction,
    by: Actor,
    action: string,
    before: WrittenEntityRow | undefined,
    after: WrittenEntityRow,
  ): Promise<void> {
    const audited = (row: WrittenEntityRow) => ({
      ...withChanges(row, {}),
      odometer_m: row.odometer_floor_m,
      deleted: row.deleted_at !== null,
    })
    return this.audit.record(transaction, by, action, {
      id: after.id,
      businessId: after.business_id,
      before: before && audited(before),
      after: audited(after),
    })
  }
}

/** What a body says of an entity; what it leaves out stays. */
function withChanges(before: EntityValues, body: Partial<EntityValues>): EntityValues {
  return Object.fromEntries(
    VALUES.map((name) => [name, body[name] === undefined ? before[name] : body[name]]),
  ) as unknown as EntityValues
}

import { Inject, Injectable } from '@nestjs/common'
import type { Sentence } from '../../../texts/sentence.js'
import { AuditedWrites, type Finding, ownerIn } from '../../../resources/index.js'
import type { Acting, Actor } from '../../../auth/acting.js'
import type { RowChange } from '../../../bulk/index.js'
import { refusedBy } from '../../../database/refused.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { invalid, Problem } from '../../../http/problems.js'
import { EntityTagsRepository } from '../../tags/index.js'
import type { EntityDto } from '../dto/entity.dto.js'
import type { CreateEntityDto, UpdateEntityDto } from '../dto/write-entity.dto.js'
import { EntitiesService } from '../entities.service.js'
import type { EntityValues } from '../entity.row.js'
import { EntityWritesRepository, type WrittenEntityRow } from './entity-writes.repository.js'
import { TwinsService } from '../twins/twins.service.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

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
/** Types of tags without a maximum number per entity. */
const FREE_TYPES = ['general', 'selected']
const WITH_TAGS = new Set(['tags'])

/** Creates, changes, deletes and restores vehicles for users. */
@Injectable()
export class EntityWritesService extends AuditedWrites<WrittenEntityRow> {
  @Inject(EntityWritesRepository) private readonly writes: EntityWritesRepository
  @Inject(EntityTagsRepository) private readonly carried: EntityTagsRepository
  @Inject(EntitiesService) private readonly entities: EntitiesService
  @Inject(TwinsService) private readonly twins: TwinsService
  protected readonly thing = 'entity'
  protected readonly audited = (row: WrittenEntityRow) => ({
    ...withChanges(row, {}),
    odometer_m: row.odometer_floor_m,
    deleted: row.deleted_at !== null,
  })

  async create(by: Acting, body: CreateEntityDto): Promise<EntityDto> {
    const id = await this.onceOnly.write<number>(by, async (transaction) => {
      const added = await this.add(transaction, by, body)
      await this.assertNoTwin(transaction, by, added, body)
      return added
    })
    return this.entities.get(by.caller, id, WITH_TAGS)
  }

  /**
   * Adds a vehicle as part of a larger write, which must end with {@link assertNoTwin}.
   * @returns its id
   */
  async add(transaction: ScopedTransaction, by: Actor, body: CreateEntityDto): Promise<number> {
    const businessId = await ownerIn(transaction, by.caller, body.business_id)
    const added = await this.writes.add(transaction, withChanges(NEW, body), businessId, by.caller.userId)
    await this.writeOtherValues(transaction, by, added, body, undefined)
    const after = await this.found(transaction, added, by)
    await this.audit.record(transaction, by, 'entity.create', { ...this.about(after), after: this.audited(after) })
    return added
  }

  /** Locks the numbers of a vehicle. A larger write calls this before it takes other locks, to avoid deadlocks. */
  async lockNumbers(transaction: ScopedTransaction, by: Actor, body: CreateEntityDto): Promise<void> {
    if (!body.allow_twin) await this.twins.lock(transaction, await ownerIn(transaction, by.caller, body.business_id), [body])
  }

  /**
   * Checks for twins (vehicles with the same number). Call this last, so that users are asked about twins only if nothing
   * else prevents adding the vehicle.
   * @throws Problem 409 with the vehicles that may be the same
   */
  async assertNoTwin(transaction: ScopedTransaction, by: Actor, id: number, body: CreateEntityDto): Promise<void> {
    if (body.allow_twin) return
    const businessId = await ownerIn(transaction, by.caller, body.business_id)
    await this.twins.assertNone(transaction, by.caller, { id, businessId, after: body })
  }

  async update(by: Acting, id: number, body: UpdateEntityDto, ifMatch: string | null): Promise<EntityDto> {
    const save = async (transaction: ScopedTransaction, before: WrittenEntityRow) => {
      // An unregistered entity cannot be changed.
      if (before.vehicle_type === 'unregistered') throw new Problem('conflict', say('unregistered'))
      const after = withChanges(before, body)
      await this.writes.save(transaction, id, after)
      await this.writeOtherValues(transaction, by, id, body, before)
      if (!body.allow_twin) {
        await this.twins.assertNone(transaction, by.caller, { id, businessId: before.business_id, before, after })
      }
    }
    await this.database.write(by.caller.scope, (transaction) =>
      this.changeWithin(transaction, by, id, 'entity.update', save, { ifMatch }),
    )
    return this.entities.get(by.caller, id, WITH_TAGS)
  }

  /** Deletes a vehicle. Its tracker becomes free. Its trips and history stay, and the vehicle can be restored. */
  delete(by: Acting, id: number): Promise<void> {
    return this.database.write(by.caller.scope, (transaction) => this.remove(transaction, by, id))
  }

  /** Deletes a vehicle as part of a larger write. */
  async remove(transaction: ScopedTransaction, by: Actor, id: number): Promise<void> {
    const mark = async (_: ScopedTransaction, before: WrittenEntityRow) => {
      // A vehicle with a customer cannot be deleted.
      if (before.consumer_id !== null) throw new Problem('conflict', say('has-customer'))
      if (before.has_open_case) throw new Problem('conflict', say('is-missing'))
      await this.writes.delete(transaction, id, by.caller.userId)
    }
    await this.changeWithin(transaction, by, id, 'entity.delete', mark, { deletes: true })
  }

  async restore(by: Acting, id: number): Promise<EntityDto> {
    await this.database.write(by.caller.scope, (transaction) => this.bringBack(transaction, by, id))
    return this.entities.get(by.caller, id, WITH_TAGS)
  }

  /** Deletes or restores one of many vehicles. Returns undefined when the vehicle already was in that state. */
  async setDeleted(transaction: ScopedTransaction, by: Actor, id: number, isDeleted: boolean): Promise<RowChange<null>> {
    if (await this.writes.lock(transaction, id, isDeleted)) return undefined
    if (isDeleted) await this.remove(transaction, by, id)
    else await this.bringBack(transaction, by, id)
    return { before: null }
  }

  private async bringBack(transaction: ScopedTransaction, by: Actor, id: number): Promise<void> {
    await this.changeWithin(transaction, by, id, 'entity.restore', () => this.writes.restore(transaction, id), { deletes: false })
  }

  protected find(transaction: ScopedTransaction, id: number, { isDeleted }: Finding): Promise<WrittenEntityRow | undefined> {
    return this.writes.lock(transaction, id, isDeleted ?? false)
  }

  /** Writes the values that are not columns of the entity. */
  private async writeOtherValues(
    transaction: ScopedTransaction,
    by: Actor,
    id: number,
    body: CreateEntityDto | UpdateEntityDto,
    before: WrittenEntityRow | undefined,
  ): Promise<void> {
    const isKnown = await this.writes.linkCatalogue(transaction, id)
    // A vehicle may keep a brand that is not in the catalogue, because the vehicle may have been added before the catalogue
    // existed.
    if (!isKnown && body.brand !== before?.brand) {
      throw invalid({ brand: [say('unknown-brand')] })
    }
    const { tags, target_group_id: group, odometer_m } = body
    const types = await this.writes.tagTypes(transaction, [...(tags ?? []), ...(group == null ? [] : [group])])
    const misplaced = (field: string) => (rule: Sentence) => invalid({ [field]: [rule] })
    if (tags !== undefined) {
      if (tags.some((tag) => !FREE_TYPES.includes(types.get(tag) ?? ''))) throw invalid({ tags: [absent('tag')] })
      await refusedBy(this.carried.set(transaction, id, tags), misplaced('tags'))
    }
    if (group !== undefined) {
      if (group !== null && types.get(group) !== 'group') throw invalid({ target_group_id: [absent('target-group')] })
      await refusedBy(this.carried.setTargetGroup(transaction, id, group), misplaced('target_group_id'))
    }
    if (odometer_m !== undefined) await this.writes.setOdometer(transaction, id, odometer_m, by.caller.userId)
  }
}

/** Returns the values after a change. Fields absent from the body stay. */
function withChanges(before: EntityValues, body: Partial<EntityValues>): EntityValues {
  return Object.fromEntries(
    VALUES.map((name) => [name, body[name] === undefined ? before[name] : body[name]]),
  ) as unknown as EntityValues
}

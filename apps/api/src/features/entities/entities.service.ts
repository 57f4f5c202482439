import { Inject, Injectable } from '@nestjs/common'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Actor } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { eachBatch, type ListView, type PutLines } from '../../exports/index.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import type { EntityDto, EntityPositionAnswerDto, TagDto } from './dto/entity.dto.js'
import { EntitiesRepository } from './entities.repository.js'
import type { EntityRow, TagRow } from './entity.row.js'
import { ENTITY_LIST, type EntityLine } from './entity-list.js'
import { type EntityOfRow, judgedNow, toEntityResponse } from './entity-response.js'

@Injectable()
export class EntitiesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly entities: EntitiesRepository,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
    private readonly views: ConsumerViews,
  ) {}

  async list(by: Actor, criteria: ListCriteria<string>): Promise<Page<EntityDto>> {
    const { caller } = by
    const { rows, total, tags, recovering } = await this.database.read(caller.scope, async (transaction) => {
      const page = await ENTITY_LIST.findPage(transaction, caller, criteria)
      const ids = page.rows.map(({ id }) => id)
      const tags = criteria.with.has('tags') ? await this.entities.findTags(transaction, ids) : undefined
      return { ...page, tags, recovering: await this.recovering(transaction, page.rows) }
    })
    const entityIds = rows.flatMap((row) => (row.is_consumers && row.latitude !== null ? [row.id] : []))
    await this.views.note(by, { entityIds, kind: 'list' })
    const addresses = await addressesOf(this.geocoder, rows, caller)
    const judgement = judgedNow(criteria.own)
    const data = rows.map((row, at) => toEntity(toEntityResponse(row, addresses[at] ?? null, judgement), recovering, tags))
    return { data, meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  /** Passes every entity of a view to `put` with its tags, a few thousand at a time. */
  each(caller: Caller, { criteria, wish }: ListView<string>, put: PutLines<EntityLine>): Promise<void> {
    const judgement = judgedNow(criteria.own)
    return this.database.read(caller.scope, async (transaction) => {
      const ids = await ENTITY_LIST.findKeys(transaction, caller, criteria, MAX_CSV_ROWS + 1)
      await eachBatch(ids, async (some) => {
        const rows = await ENTITY_LIST.findAll(transaction, caller, some)
        const tags = wish.columns.includes('tags') ? await this.entities.findTags(transaction, some.map(Number)) : []
        const tagsOf = new Map<number, TagRow[]>()
        for (const tag of tags) tagsOf.set(tag.entity_id, [...(tagsOf.get(tag.entity_id) ?? []), tag])
        await put(
          rows.map((row) => {
            return { ...toEntityResponse(row, null, judgement), tags: tagsOf.get(row.id) ?? [], state: row.state }
          }),
        )
      })
    })
  }

  async get(caller: Caller, id: number, relations: ReadonlySet<string>, timeZone = 'UTC'): Promise<EntityDto> {
    const { row, tags, plans, recovering } = await this.database.read(caller.scope, async (transaction) => {
      const row = await this.entities.findOne(transaction, caller, id)
      const tags = relations.has('tags') ? await this.entities.findTags(transaction, [id]) : undefined
      const plans = relations.has('maintenance_plans') ? await this.entities.findPlans(transaction, id) : undefined
      return { row, tags, plans, recovering: await this.recovering(transaction, row ? [row] : []) }
    })
    if (!row) throw notFound('entity')
    const [address = null] = await addressesOf(this.geocoder, [row], caller)
    const entity = toEntity(toEntityResponse(row, address, judgedNow(timeZone)), recovering, tags)
    if (!plans) return entity
    return { ...entity, maintenance_plans: plans.map((plan) => ({ ...plan, since: plan.since.toISOString() })) }
  }

  async position(caller: Caller, id: number): Promise<EntityPositionAnswerDto> {
    const entity = await this.get(caller, id, new Set())
    return { entity_id: entity.id, location_hidden: entity.location_hidden, position: entity.position }
  }

  private recovering(transaction: ScopedTransaction, rows: readonly EntityRow[]): Promise<Set<number>> {
    return this.entities.findRecovering(
      transaction,
      rows.map(({ business_id }) => business_id),
    )
  }
}

function toEntity(row: EntityOfRow, recovering: ReadonlySet<number>, tags: readonly TagRow[] | undefined): EntityDto {
  const entity = { ...row, recovery_contract: recovering.has(row.business_id) }
  if (!tags) return entity
  const own: TagDto[] = tags.filter((tag) => tag.entity_id === entity.id).map(({ id, name, type }) => ({ id, name, type }))
  return { ...entity, tags: own }
}

import { Inject, Injectable } from '@nestjs/common'
import { ConsumerViews } from '../../audit/consumer-views.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { CsvExports, type CsvView, type PutRows } from '../../exports/index.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { localTimeIn } from '../../http/local-time.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import type { EntityDto, EntityPositionAnswerDto, TagDto } from './dto/entity.dto.js'
import { EntitiesRepository } from './entities.repository.js'
import type { EntityRow, TagRow } from './entity.row.js'
import { ENTITY_CSV_COLUMNS, entityCsvCells, entityCsvHead } from './entity-csv.js'
import { ENTITY_LIST } from './entity-list.js'
import { type EntityOfRow, judgedNow, toEntityResponse } from './entity-response.js'

@Injectable()
export class EntitiesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly entities: EntitiesRepository,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
    private readonly views: ConsumerViews,
    csv: CsvExports,
  ) {
    csv.declare<undefined>({
      name: 'entities',
      title: { nl: 'Voertuigen', en: 'Entities', de: 'Fahrzeuge', fr: 'Véhicules' },
      permission: 'index:entity',
      fields: ENTITY_LIST,
      columns: ENTITY_CSV_COLUMNS,
      portalPath: '/entities',
      objectType: 'entity',
      extraOf: () => undefined,
      head: entityCsvHead,
      write: (caller, view, put) => this.writeCsv(caller, view, put),
    })
  }

  async list(by: Acting, criteria: ListCriteria, timeZone: string): Promise<Page<EntityDto>> {
    const { rows, total, tags, recovering } = await this.database.read(by.caller.scope, async (transaction) => {
      const page = await this.entities.findPage(transaction, by.caller, criteria)
      const ids = page.rows.map(({ id }) => id)
      const tags = criteria.with.has('tags') ? await this.entities.findTags(transaction, ids) : undefined
      return { ...page, tags, recovering: await this.recovering(transaction, page.rows) }
    })
    const entityIds = rows.flatMap((row) => (row.is_consumers && row.latitude !== null ? [row.id] : []))
    await this.views.note(by, { entityIds, kind: 'list' })
    const addresses = await addressesOf(this.geocoder, rows, by.caller.locale)
    const judgement = judgedNow(timeZone)
    const data = rows.map((row, at) => withRest(toEntityResponse(row, addresses[at] ?? null, judgement), recovering, tags))
    return { data, meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  /** Some thousand rows at a time. */
  private writeCsv(caller: Caller, { criteria, wish }: CsvView<undefined>, put: PutRows): Promise<void> {
    const { columns, timeZone } = wish
    const time = localTimeIn(timeZone)
    const judgement = judgedNow(timeZone)
    return this.database.read(caller.scope, async (transaction) => {
      for await (const batch of this.entities.findEach(transaction, caller, criteria, MAX_CSV_ROWS + 1)) {
        const ids = batch.map(({ id }) => id)
        const tags = columns.includes('tags') ? await this.entities.findTags(transaction, ids) : []
        const tagsOf = new Map<number, TagRow[]>()
        for (const tag of tags) tagsOf.set(tag.entity_id, [...(tagsOf.get(tag.entity_id) ?? []), tag])
        await put(batch.map((row) => entityCsvCells(row, tagsOf.get(row.id) ?? [], columns, caller.locale, time, judgement)))
      }
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
    const [address = null] = await addressesOf(this.geocoder, [row], caller.locale)
    const entity = withRest(toEntityResponse(row, address, judgedNow(timeZone)), recovering, tags)
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

function withRest(of: EntityOfRow, recovering: ReadonlySet<number>, tags: readonly TagRow[] | undefined): EntityDto {
  const entity = { ...of, recovery_contract: recovering.has(of.business_id) }
  if (!tags) return entity
  const own: TagDto[] = tags.filter((tag) => tag.entity_id === entity.id).map(({ id, name, type }) => ({ id, name, type }))
  return { ...entity, tags: own }
}

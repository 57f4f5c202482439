import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { addressesOf, GEOCODER, type Geocoder } from '../../geocoding/geocoder.js'
import type { ListCriteria } from '../../http/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import type { EntityDto, EntityPositionAnswerDto, TagDto } from './dto/entity.dto.js'
import { EntitiesRepository } from './entities.repository.js'
import type { TagRow } from './entity.row.js'
import { toEntityResponse } from './entity-response.js'

@Injectable()
export class EntitiesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly entities: EntitiesRepository,
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
  ) {}

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<EntityDto>> {
    const { rows, total, tags } = await this.database.read(caller.scope, async (transaction) => {
      const page = await this.entities.findPage(transaction, caller, criteria)
      const ids = page.rows.map(({ id }) => id)
      return { ...page, tags: criteria.with.has('tags') ? await this.entities.findTags(transaction, ids) : undefined }
    })
    const addresses = await addressesOf(this.geocoder, rows, caller.locale)
    const data = rows.map((row, at) => withTags(toEntityResponse(row, addresses[at] ?? null), tags))
    return { data, meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  async get(caller: Caller, id: number, relations: ReadonlySet<string>): Promise<EntityDto> {
    const { row, tags } = await this.database.read(caller.scope, async (transaction) => ({
      row: await this.entities.findOne(transaction, caller, id),
      tags: relations.has('tags') ? await this.entities.findTags(transaction, [id]) : undefined,
    }))
    if (!row) throw notFound('entity')
    const [address = null] = await addressesOf(this.geocoder, [row], caller.locale)
    return withTags(toEntityResponse(row, address), tags)
  }

  async position(caller: Caller, id: number): Promise<EntityPositionAnswerDto> {
    const entity = await this.get(caller, id, new Set())
    return { entity_id: entity.id, location_hidden: entity.location_hidden, position: entity.position }
  }
}

function withTags(entity: EntityDto, tags: readonly TagRow[] | undefined): EntityDto {
  if (!tags) return entity
  const own: TagDto[] = tags.filter((tag) => tag.entity_id === entity.id).map(({ id, name, type }) => ({ id, name, type }))
  return { ...entity, tags: own }
}

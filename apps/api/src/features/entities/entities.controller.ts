import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { timeZoneOf } from '../../http/time-zone.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { parseWith } from '../../lists/list-criteria.js'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import type { Acting, Actor } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { ListController, type ListView, type PutLines } from '../../exports/index.js'
import { PathId } from '../../http/id-param.decorator.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import type { Page } from '../../http/page.dto.js'
import { EntityDto, EntityPositionAnswerDto } from './dto/entity.dto.js'
import { EntitiesService } from './entities.service.js'
import { ENTITY_LIST, type EntityLine } from './entity-list.js'

interface EntityDetail {
  relations: ReadonlySet<string>
  /** Time zone by its IANA name. */
  timeZone: string
}

/** Reads `?with=tags&tz=Europe/Amsterdam` of one entity. */
function readEntityDetail(query: Record<string, unknown>): EntityDetail {
  const { with: relations = '', tz } = readQuery(query, ['with', 'tz'])
  return { relations: parseWith(relations, ['tags', 'maintenance_plans']), timeZone: timeZoneOf(tz) }
}

@ApiTags('Entities')
@Controller('entities')
export class EntitiesController extends ListController(ENTITY_LIST, 'index') {
  constructor(private readonly entities: EntitiesService) {
    super()
  }

  @Get(':id')
  @AuditsConsumerLooks()
  @RequirePermission('read:map', 'index:entity')
  @ApiOperation({ summary: 'Get a vehicle', description: 'Returns one vehicle with its tracker and last state.' })
  @ApiQuery({ name: 'with', required: false, type: 'string', description: 'Relations, joined by `;`: tags, maintenance_plans' })
  @ApiQuery({
    name: 'tz',
    required: false,
    type: 'string',
    description: 'IANA time zone of the day in `reported`. Default: UTC',
  })
  @AnswersOne(EntityDto, 422)
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('entity') id: number,
    @Asked(readEntityDetail) { relations, timeZone }: EntityDetail,
  ) {
    return { data: await this.entities.get(caller, id, relations, timeZone) }
  }

  @Get(':id/position')
  @AuditsConsumerLooks()
  @RequirePermission('read:map')
  @ApiOperation({ summary: 'Get the position of a vehicle', description: 'Returns the last known position of a vehicle.' })
  @AnswersOne(EntityPositionAnswerDto)
  async position(@CurrentCaller() caller: Caller, @PathId('entity') id: number) {
    return { data: await this.entities.position(caller, id) }
  }

  protected override page(by: Acting, criteria: ListCriteria<string>): Promise<Page<EntityDto>> {
    return this.entities.list(by, criteria)
  }

  protected override write({ caller }: Actor, view: ListView<string>, put: PutLines<EntityLine>): Promise<void> {
    return this.entities.each(caller, view, put)
  }
}

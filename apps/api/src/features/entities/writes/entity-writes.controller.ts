import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceRoutes } from '../../../resources/index.js'
import { EntityDto } from '../dto/entity.dto.js'
import { CreateEntityDto, UpdateEntityDto } from '../dto/write-entity.dto.js'
import { EntityWritesService } from './entity-writes.service.js'

@ApiTags('Entities')
@Controller('entities')
export class EntityWritesController extends ResourceRoutes(EntityWritesService, {
  of: 'entity',
  model: EntityDto,
  reads: 'index:entity',
  writes: 'delete:entity',
  get: false,
  create: { body: CreateEntityDto, may: 'create:entity', description: 'Makes an entity without a tracker' },
  update: { body: UpdateEntityDto, may: 'update:entity', problems: [409] },
  delete: { description: 'Its tracker is free from then on; trips and history stay, and it can be restored', problems: [409] },
  marks: { restore: { description: 'With its tracker, unless that is on another vehicle by now' } },
}) {}

import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceRoutes } from '../../../resources/index.js'
import { EntityDto } from '../dto/entity.dto.js'
import { CreateEntityDto, UpdateEntityDto } from '../dto/write-entity.dto.js'
import { EntityWritesService } from './entity-writes.service.js'

@ApiTags('Entities')
@Controller('entities')
export class EntityWritesController extends ResourceRoutes(EntityWritesService, {
  thing: 'entity',
  singular: 'a vehicle',
  model: EntityDto,
  reads: 'index:entity',
  writes: 'delete:entity',
  get: false,
  create: { body: CreateEntityDto, may: 'create:entity', description: 'Creates a vehicle without a tracker.' },
  update: { body: UpdateEntityDto, may: 'update:entity', problems: [409], description: 'Changes the given fields of a vehicle.' },
  delete: {
    description: 'Deletes a vehicle and frees its tracker. Trips and history stay, and the vehicle can be restored.',
    problems: [409],
  },
  marks: { restore: { description: 'Restores a deleted vehicle, with its tracker unless that is on another vehicle by now.' } },
}) {}

import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { WriteSimDto } from './sim.dto.js'
import { SIM_LIST } from './sim-list.js'
import { SimsService } from './sims.service.js'

@ApiTags('SIMs')
@Controller('sims')
export class SimsController extends ResourceController(SIM_LIST, SimsService, {
  thing: 'sim',
  singular: 'a SIM card',
  writes: 'manage:devices',
  create: { body: WriteSimDto, description: 'Adds a SIM card.' },
  update: { body: WriteSimDto, description: 'Replaces the data of a SIM card.' },
  delete: { description: 'Deletes a SIM card.' },
}) {}

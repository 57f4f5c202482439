import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../../resources/index.js'
import { WriteSimDto } from './sim.dto.js'
import { SIM_LIST } from './sim-list.js'
import { SimsService } from './sims.service.js'

@ApiTags('SIMs')
@Controller('sims')
export class SimsController extends ResourceController(SIM_LIST, SimsService, {
  of: 'sim',
  writes: 'manage:devices',
  create: { body: WriteSimDto },
  update: { body: WriteSimDto },
  delete: {},
}) {}

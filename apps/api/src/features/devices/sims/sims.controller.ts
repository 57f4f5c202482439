import { Controller } from '@nestjs/common'
import { ResourceController } from '../../../resources/index.js'
import { ApiTags } from '@nestjs/swagger'
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

import { Controller, Get, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { LimitedPerUser } from '../../auth/user-limits/user-rate-limit.js'
import { LocateDto } from './dto/locate.dto.js'
import { LocateService } from './locate.service.js'

@ApiTags('Entities')
@Controller('entities/:id/commands/locate')
export class LocateController {
  constructor(private readonly locate: LocateService) {}

  @Get()
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Get the progress of a locate',
    description: 'Returns the progress of the vehicle’s newest locate request.',
  })
  @AnswersOne(LocateDto)
  async get(@CurrentCaller() caller: Caller, @PathId('entity', { description: 'Id of the vehicle' }) id: number) {
    return { data: await this.locate.get(caller, id) }
  }

  @Put()
  @RequirePermission('update:entity')
  @LimitedPerUser('RATE_LIMIT_LOCATE_PER_MINUTE')
  @ApiOperation({
    summary: 'Locate a vehicle',
    description:
      'Switches on the Bluetooth of the tracker for ten minutes. If the tracker has no Bluetooth, requests its position.',
  })
  @AnswersOne(LocateDto, 409)
  async ask(@By() by: Acting, @PathId('entity', { description: 'Id of the vehicle' }) id: number) {
    return { data: await this.locate.ask(by, id) }
  }
}

import { Body, Controller, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { TakesIdempotencyKey } from '../../http/once.js'
import { Creates } from '../../http/routes.decorator.js'
import { ReplaceableEntityDto, ReplacedDto, ReplaceDeviceDto } from './dto/replace.dto.js'
import { ReplaceService } from './replace.service.js'

const WHAT =
  'Puts another tracker on a vehicle, which keeps its id, trips and odometer. The old tracker becomes free or is sent back.'

@ApiTags('Install')
@Controller()
export class ReplaceController {
  constructor(private readonly replacing: ReplaceService) {}

  @Get('install-devices/replace-entity/:id')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Check whether a tracker is replaceable',
    description: 'Returns the vehicle, its tracker, and the reasons that prevent a replacement.',
  })
  @AnswersOne(ReplaceableEntityDto)
  async get(@CurrentCaller() caller: Caller, @PathId('entity') id: number) {
    return { data: await this.replacing.get(caller, id) }
  }

  @Put('install-devices/replace-entity/:id')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Replace a tracker during installation',
    description: `${WHAT} Does the same as a POST to the vehicle.`,
  })
  @TakesIdempotencyKey()
  @AnswersOne(ReplacedDto, 400, 409, 422)
  async put(@By() by: Acting, @PathId('entity') id: number, @Body() body: ReplaceDeviceDto) {
    return { data: await this.replacing.replace(by, id, body) }
  }

  @Post('entities/:id/replace')
  @RequirePermission('create:entity')
  @ApiOperation({ summary: 'Replace the tracker of a vehicle', description: WHAT })
  @Creates(ReplacedDto, 409)
  async post(@By() by: Acting, @PathId('entity') id: number, @Body() body: ReplaceDeviceDto) {
    return { data: await this.replacing.replace(by, id, body) }
  }
}

import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../../http/answers.decorator.js'
import { IdParam } from '../../../http/id-param.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../../http/once.js'
import type { One } from '../../../http/page.dto.js'
import { originOf } from '../../../http/request-origin.js'
import { DeviceDto } from '../dto/device.dto.js'
import { AttachDeviceToEntityDto, DetachDeviceDto } from '../dto/write-device.dto.js'
import { InstallationsService } from './installations.service.js'

const DeviceId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

@ApiTags('Devices')
@Controller('devices/:id')
export class InstallationsController {
  constructor(private readonly installations: InstallationsService) {}

  @Post('attach')
  @HttpCode(200)
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Puts it onto an entity; it becomes that entity’s business’s' })
  @DeviceId()
  @TakesIdempotencyKey()
  @AnswersOne(DeviceDto)
  @AnswersProblems(400, 404, 409, 422)
  async attach(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Body() { entity_id }: AttachDeviceToEntityDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceDto>> {
    return { data: await this.installations.attach(caller, id, entity_id, once, originOf(request)) }
  }

  @Post('detach')
  @HttpCode(200)
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Takes it off its entity, which keeps its history and its odometer' })
  @DeviceId()
  @TakesIdempotencyKey()
  @AnswersOne(DeviceDto)
  @AnswersProblems(400, 404, 409, 422)
  async detach(
    @CurrentCaller() caller: Caller,
    @IdParam('device') id: number,
    @Body() said: DetachDeviceDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<DeviceDto>> {
    return { data: await this.installations.detach(caller, id, said, once, originOf(request)) }
  }
}

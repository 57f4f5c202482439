import { Controller, HttpCode, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../../auth/acting.js'
import { RequirePermission } from '../../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../../http/answers.decorator.js'
import { PathId } from '../../../../http/id-param.decorator.js'
import type { One } from '../../../../http/page.dto.js'
import { ResourceController } from '../../../../resources/index.js'
import { CreateDeviceClaimDto, DeviceClaimDto } from './claim.dto.js'
import { DEVICE_CLAIM_LIST } from './claim-list.js'
import { DeviceClaimsService } from './claims.service.js'

@ApiTags('Devices')
@Controller('device-claims')
export class DeviceClaimsController extends ResourceController(DEVICE_CLAIM_LIST, DeviceClaimsService, {
  of: 'claim',
  writes: 'manage:devices',
  create: {
    body: CreateDeviceClaimDto,
    description:
      'The answer is the same whether or not others have this IMEI. What was delivered to the business is a device at once',
    problems: [429],
  },
  delete: { description: 'It waits no longer', problems: [409] },
  marks: {
    grant: { description: 'It is theirs: for super admins, who decide disputes', problems: [409] },
    refuse: { description: 'It is not theirs: for super admins, who decide disputes', problems: [409] },
  },
}) {
  @Post(':id/challenge')
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({
    description:
      'Begins to show possession: the tracker is switched off now, and on at `on_at`. Three times a day for one IMEI, twenty an hour for a business',
  })
  @AnswersOne(DeviceClaimDto, 409, 429)
  async challenge(@By() by: Acting, @PathId('claim') id: number): Promise<One<DeviceClaimDto>> {
    return { data: await this.service.challenge(by, id) }
  }
}

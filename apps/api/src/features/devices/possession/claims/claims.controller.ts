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
  thing: 'claim',
  singular: 'a device claim',
  writes: 'manage:devices',
  create: {
    body: CreateDeviceClaimDto,
    description:
      'Requests to register a tracker by its IMEI. The answer is the same whether or not another business has that IMEI. A tracker that was delivered to the business becomes a device immediately.',
    problems: [429],
  },
  delete: { description: 'Withdraws a device claim.', problems: [409] },
  marks: {
    grant: { description: 'Decides a disputed claim in favour of the claiming business. For super admins.', problems: [409] },
    refuse: { description: 'Decides a disputed claim against the claiming business. For super admins.', problems: [409] },
  },
}) {
  @Post(':id/challenge')
  @HttpCode(200)
  @RequirePermission('manage:devices')
  @ApiOperation({
    summary: 'Start a proof of possession',
    description:
      'Starts to prove possession of a tracker: switch it off now, and on again at `on_at`. Limited to three times a day for an IMEI and twenty an hour for a business.',
  })
  @AnswersOne(DeviceClaimDto, 409, 429)
  async challenge(@By() by: Acting, @PathId('claim') id: number): Promise<One<DeviceClaimDto>> {
    return { data: await this.service.challenge(by, id) }
  }
}

import { Body, Controller, Delete, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission, SignedIn } from '../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { Deletes } from '../../../http/routes.decorator.js'
import { PushAddressDto, PushRegistrationDto } from '../dto/push-registration.dto.js'
import { PushRegistrationsService } from './push-registrations.service.js'

const SAYS = 'Says it again, or takes the device over from whoever had it. As often as wanted: at every start of the app is right'

/** Push addresses of devices. They are in bodies, because request addresses are logged. */
@ApiTags('App notifications')
@Controller()
export class PushRegistrationsController {
  constructor(private readonly registrations: PushRegistrationsService) {}

  @Put('push-registrations')
  @SignedIn()
  @ApiOperation({ description: `The caller’s own browser. ${SAYS}` })
  @AnswersOne(PushRegistrationDto, 400, 422)
  async registerOwn(@By() by: Acting, @Body() address: PushAddressDto) {
    return { data: await this.registrations.register(by, { userId: by.caller.userId }, address) }
  }

  @Delete('push-registrations')
  @SignedIn()
  @ApiOperation({ description: 'Nothing more is sent there; the same when it was not registered' })
  @Deletes(400, 422)
  async forgetOwn(@By() by: Acting, @Body() address: PushAddressDto): Promise<void> {
    await this.registrations.forget(by, { userId: by.caller.userId }, address)
  }

  @Put('consumers/:id/push-registrations')
  @RequirePermission('create:notification')
  @ApiOperation({
    description: `A consumer’s phone or browser, as the back end of the consumer’s app tells it with an API token. ${SAYS}`,
  })
  @AnswersOne(PushRegistrationDto, 400, 422)
  async register(@By() by: Acting, @PathId('customer') id: number, @Body() address: PushAddressDto) {
    return { data: await this.registrations.register(by, { consumerId: id }, address) }
  }

  @Delete('consumers/:id/push-registrations')
  @RequirePermission('create:notification')
  @ApiOperation({ description: 'As when the consumer signs out of the app; the same when it was not registered' })
  @Deletes(400, 422)
  async forget(@By() by: Acting, @PathId('customer') id: number, @Body() address: PushAddressDto): Promise<void> {
    await this.registrations.forget(by, { consumerId: id }, address)
  }
}

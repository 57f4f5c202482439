import { Body, Controller, Delete, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission, SignedIn } from '../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { Deletes } from '../../../http/routes.decorator.js'
import { PushAddressDto, PushRegistrationDto } from '../dto/push-registration.dto.js'
import { PushRegistrationsService } from './push-registrations.service.js'

const REPEATED =
  'Repeated calls are harmless, so the app may call this at every start. If the device was registered for somebody else, it is now registered for this person.'

/** Push addresses of devices. They are in request bodies, because the addresses of requests are logged. */
@ApiTags('App notifications')
@Controller()
export class PushRegistrationsController {
  constructor(private readonly registrations: PushRegistrationsService) {}

  @Put('push-registrations')
  @SignedIn()
  @ApiOperation({ summary: 'Register your own browser for push', description: `Registers a browser of the caller. ${REPEATED}` })
  @AnswersOne(PushRegistrationDto, 400, 422)
  async registerOwn(@By() by: Acting, @Body() address: PushAddressDto) {
    return { data: await this.registrations.register(by, { userId: by.caller.userId }, address) }
  }

  @Delete('push-registrations')
  @SignedIn()
  @ApiOperation({
    summary: 'Remove your own push registration',
    description: 'Stops push notifications to a browser of the caller. Succeeds also if it was not registered.',
  })
  @Deletes(400, 422)
  async forgetOwn(@By() by: Acting, @Body() address: PushAddressDto): Promise<void> {
    await this.registrations.forget(by, { userId: by.caller.userId }, address)
  }

  @Put('consumers/:id/push-registrations')
  @RequirePermission('create:notification')
  @ApiOperation({
    summary: 'Register the push device of a consumer',
    description: `Registers the phone or browser of a consumer; the back end of the app calls this with an API token. ${REPEATED}`,
  })
  @AnswersOne(PushRegistrationDto, 400, 422)
  async register(@By() by: Acting, @PathId('customer') id: number, @Body() address: PushAddressDto) {
    return { data: await this.registrations.register(by, { consumerId: id }, address) }
  }

  @Delete('consumers/:id/push-registrations')
  @RequirePermission('create:notification')
  @ApiOperation({
    summary: 'Remove the push registration of a consumer',
    description:
      'Removes a phone or browser of a consumer, for example when the consumer signs out of the app. Succeeds also if it was not registered.',
  })
  @Deletes(400, 422)
  async forget(@By() by: Acting, @PathId('customer') id: number, @Body() address: PushAddressDto): Promise<void> {
    await this.registrations.forget(by, { consumerId: id }, address)
  }
}

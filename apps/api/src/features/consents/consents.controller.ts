import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { LimitedPerUser } from '../../auth/user-limits/user-rate-limit.js'
import { ConsentsService } from './consents.service.js'
import { ConsentDto } from './dto/consent.dto.js'
import { ConsumerEntityDto } from './dto/consumer-entity.dto.js'
import { RequestConsentDto } from './dto/request-consent.dto.js'

const Digits = () => ApiParam({ name: 'id', type: 'string', description: 'IMEI, or its last six digits when they are unique' })

@ApiTags('Debug')
@Controller('debug/:id')
export class ConsentsController {
  constructor(private readonly consents: ConsentsService) {}

  @Get('consumer-entity')
  @RequirePermission('create:entity')
  @LimitedPerUser('RATE_LIMIT_MESSAGES_PER_MINUTE')
  @ApiOperation({
    summary: 'Get the vehicle of a tracker',
    description: 'Returns the vehicle that the tracker is on and whether its customer consents to being seen.',
  })
  @Digits()
  @AnswersOne(ConsumerEntityDto, 404, 409)
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return { data: await this.consents.get(caller, id) }
  }

  @Put('request-consent')
  @RequirePermission('create:entity')
  @LimitedPerUser('RATE_LIMIT_CONSENTS_PER_MINUTE')
  @ApiOperation({
    summary: 'Request consent of a customer',
    description: 'Asks the customer by mail, or records that they agreed in person. A consent lasts an hour.',
  })
  @Digits()
  @AnswersOne(ConsentDto, 400, 404, 409, 422)
  async request(@By() by: Acting, @Param('id') id: string, @Body() body: RequestConsentDto) {
    return { data: await this.consents.request(by, id, body) }
  }

  @Delete('consent')
  @RequirePermission('create:entity')
  @ApiOperation({ summary: 'End a consent', description: 'Ends the newest consent, or withdraws the request for it.' })
  @Digits()
  @AnswersOne(ConsentDto, 404, 409)
  async revoke(@By() by: Acting, @Param('id') id: string) {
    return { data: await this.consents.revoke(by, id) }
  }
}

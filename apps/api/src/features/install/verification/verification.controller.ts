import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { UnverifiedDto, VerificationDto } from './dto/verification.dto.js'
import { VerificationService } from './verification.service.js'

@ApiTags('Install')
@Controller('install-devices')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Get('verification/:id')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Whether the tracker on a vehicle works since it was installed, check by check; no place' })
  @AnswersOne(VerificationDto)
  async get(@CurrentCaller() caller: Caller, @PathId('installation') id: number) {
    return { data: await this.verification.get(caller, id) }
  }

  @Get('unverified')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Installations of the last 30 days that were not seen working within 5 minutes, newest first' })
  @AnswersAll(UnverifiedDto)
  async list(@CurrentCaller() caller: Caller) {
    return { data: await this.verification.listUnverified(caller) }
  }
}

import { Body, Controller, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { UnverifiedDto, VerificationDto } from './dto/verification.dto.js'
import { InstallerPlaceDto, ShownMoveDto } from './dto/move.dto.js'
import { MovesService } from './moves.service.js'
import { VerificationService } from './verification.service.js'

@ApiTags('Install')
@Controller('install-devices')
export class VerificationController {
  constructor(
    private readonly verification: VerificationService,
    private readonly moves: MovesService,
  ) {}

  @Get('verification/:id')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Verify the installation of a vehicle',
    description: 'Returns check by check whether the tracker works since it was installed. No location is included.',
  })
  @AnswersOne(VerificationDto)
  async get(@CurrentCaller() caller: Caller, @PathId('installation') id: number) {
    return { data: await this.verification.get(caller, id) }
  }

  @Post('verification/:id/moved')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Prove that a tracker was moved',
    description:
      'Proves that a tracker from the vehicle of a customer is now on this vehicle, next to the caller: its power was switched off and on, and it is here and not at its earlier place. Limited to five attempts a day.',
  })
  @AnswersOne(ShownMoveDto, 404, 422, 429)
  async showMove(@By() by: Acting, @PathId('installation') id: number, @Body() place: InstallerPlaceDto) {
    return { data: await this.moves.show(by, id, place) }
  }

  @Get('unverified')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'List unverified installations',
    description: 'Lists installations of the last 30 days that were not seen working within 5 minutes, newest first.',
  })
  @AnswersAll(UnverifiedDto)
  async list(@CurrentCaller() caller: Caller) {
    return { data: await this.verification.listUnverified(caller) }
  }
}

import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common'
import { ApiAcceptedResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersProblems } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { TakesIdempotencyKey } from '../../../http/once.js'
import { RecalculateTripsDto, TripRecalculationDto } from '../dto/recalculation.dto.js'
import { RecalculationsService } from './recalculations.service.js'

@ApiTags('Trips')
@Controller('entities/:id/trips')
export class RecalculationsController {
  constructor(private readonly recalculations: RecalculationsService) {}

  @Post('recalculate')
  @RequirePermission('update:entity')
  @HttpCode(202)
  @TakesIdempotencyKey()
  @ApiOperation({
    summary: 'Recalculate the trips of a vehicle',
    description:
      'Recalculates the trips of a vehicle from its waypoints, by the present rules. A trip keeps its id if it overlaps its earlier version. Deletions, purposes, closed logbooks and trips whose waypoints have expired stay.',
  })
  @ApiAcceptedResponse({
    schema: { type: 'object', required: ['data'], properties: { data: { $ref: getSchemaPath(TripRecalculationDto) } } },
  })
  @AnswersProblems(400, 404, 409)
  async ask(@By() by: Acting, @PathId('entity') id: number, @Body() wish: RecalculateTripsDto) {
    return { data: await this.recalculations.ask(by, id, wish) }
  }

  @Get('recalculations')
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'List trip recalculations of a vehicle',
    description: 'Lists the ten newest recalculations and their progress.',
  })
  @AnswersAll(TripRecalculationDto)
  async list(@CurrentCaller() caller: Caller, @PathId('entity') id: number) {
    return { data: await this.recalculations.list(caller, id) }
  }
}

import { Body, Controller, HttpCode, Post } from '@nestjs/common'
import { ApiAcceptedResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersProblems } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { TakesIdempotencyKey } from '../../../http/once.js'
import { TripRecalculationDto } from '../dto/recalculation.dto.js'
import { JoinTripDto } from '../dto/trip-join.dto.js'
import { TripJoinsService } from './trip-joins.service.js'

const recalculation = {
  schema: { type: 'object', required: ['data'], properties: { data: { $ref: getSchemaPath(TripRecalculationDto) } } },
}

@ApiTags('Trips')
@Controller('trips/:id')
export class TripJoinsController {
  constructor(private readonly joins: TripJoinsService) {}

  @Post('join')
  @RequirePermission('update:entity')
  @HttpCode(202)
  @TakesIdempotencyKey()
  @ApiOperation({
    summary: 'Join two trips',
    description:
      'Joins a trip with the vehicle’s next or previous trip. The joined trip has the id of the longer trip, and stays joined when late readings arrive. If one of the two trips has a purpose, the joined trip has this purpose.',
  })
  @ApiAcceptedResponse(recalculation)
  @AnswersProblems(400, 404, 409)
  async join(@By() by: Acting, @PathId('trip', { type: 'int8' }) id: number, @Body() wish: JoinTripDto) {
    return { data: await this.joins.join(by, id, wish) }
  }

  @Post('part')
  @RequirePermission('update:entity')
  @HttpCode(202)
  @TakesIdempotencyKey()
  @ApiOperation({
    summary: 'Separate joined trips',
    description: 'Undoes all joins of this trip. The trips are then separated again by the rules.',
  })
  @ApiAcceptedResponse(recalculation)
  @AnswersProblems(404, 409)
  async part(@By() by: Acting, @PathId('trip', { type: 'int8' }) id: number) {
    return { data: await this.joins.part(by, id) }
  }
}

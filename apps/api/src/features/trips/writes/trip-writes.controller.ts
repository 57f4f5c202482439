import { Body, Controller, Delete, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersBulk, UndoesBulk } from '../../../bulk/index.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { Deletes } from '../../../http/routes.decorator.js'
import { SayTripPurposeDto, SayTripPurposesDto } from '../dto/trip-purpose.dto.js'
import { TripDto } from '../dto/trip.dto.js'
import { TripWritesService } from './trip-writes.service.js'

@ApiTags('Trips')
@Controller('trips')
export class TripWritesController {
  constructor(private readonly writes: TripWritesService) {}

  @Delete(':id')
  @RequirePermission('delete:entity')
  @ApiOperation({
    summary: 'Delete a trip',
    description:
      'Deletes a trip, which counts nowhere from now on and can be restored. Late data of its tracker does not bring it back.',
  })
  @Deletes(409)
  async delete(@By() by: Acting, @PathId('trip', { type: 'int8' }) id: number) {
    await this.writes.delete(by, id)
  }

  @Put(':id/restore')
  @RequirePermission('delete:entity')
  @ApiOperation({ summary: 'Restore a trip', description: 'Restores a deleted trip.' })
  @AnswersOne(TripDto, 409)
  async restore(@By() by: Acting, @PathId('trip', { type: 'int8' }) id: number) {
    return { data: await this.writes.restore(by, id) }
  }

  @Put(':id/purpose')
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Set the purpose of a trip',
    description:
      'Sets the purpose of a trip. Refused if the trip is in a closed logbook. In that case, correct the logbook entry instead.',
  })
  @AnswersOne(TripDto, 400, 409, 422)
  async sayPurpose(@By() by: Acting, @PathId('trip', { type: 'int8' }) id: number, @Body() said: SayTripPurposeDto) {
    return { data: await this.writes.sayPurpose(by, id, said) }
  }

  @Post('bulk-purpose')
  @RequirePermission('update:entity')
  @ApiOperation({
    summary: 'Set the purpose of many trips',
    description: 'Sets the purpose of trips. Does what is possible and returns the reason for the rest.',
  })
  @AnswersBulk()
  async sayPurposes(@By() by: Acting, @Body() said: SayTripPurposesDto) {
    return { data: await this.writes.sayPurposes(by, said) }
  }

  @Post('bulk-purpose/:id/undo')
  @RequirePermission('update:entity')
  @UndoesBulk('Undo a change of trip purposes')
  async undoPurposes(@By() by: Acting, @PathId('change') id: number) {
    return { data: await this.writes.undoPurposes(by, id) }
  }
}

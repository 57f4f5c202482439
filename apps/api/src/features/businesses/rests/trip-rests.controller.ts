import { Body, Controller, Get, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { IfMatch } from '../../../http/if-match.js'
import { Changes, Shows } from '../../../http/routes.decorator.js'
import { OwnTripRestsDto, TripRestsDto } from '../dto/trip-rests.dto.js'
import { TripRestsService } from './trip-rests.service.js'

@ApiTags('Businesses')
@Controller('businesses/:id/trip-rests')
export class TripRestsController {
  constructor(private readonly rests: TripRestsService) {}

  @Get()
  @RequirePermission('read:business-management')
  @ApiOperation({
    summary: 'Get the trip rests of a business',
    description: 'Returns the rest after which a trip ends, for each type of vehicle.',
  })
  @Shows(TripRestsDto)
  async get(@CurrentCaller() caller: Caller, @PathId('business') id: number) {
    return { data: await this.rests.get(caller, id) }
  }

  @Put()
  @RequirePermission('update:business')
  @ApiOperation({
    summary: 'Update the trip rests of a business',
    description:
      'Sets the rest after which a trip ends, for each type of vehicle. Types left out, or null, inherit from the parent businesses. The rest applies from now on; older trips stay until they are recalculated.',
  })
  @Changes(TripRestsDto)
  async put(
    @By() by: Acting,
    @PathId('business') id: number,
    @Body() { rests }: OwnTripRestsDto,
    @IfMatch() ifMatch: string | null,
  ) {
    return { data: await this.rests.put(by, id, rests, ifMatch) }
  }
}

import { Body, Controller, HttpCode, Post } from '@nestjs/common'
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import { AnswersProblems } from '../../http/answers.decorator.js'
import { AddressDto, GeocodePointDto, MAX_GEOCODE_POINTS } from './dto/geocode.dto.js'
import { GeocodePointsPipe, type GeocodeQuestion } from './geocode-points.pipe.js'
import { GeocodingService } from './geocoding.service.js'

const point = { $ref: getSchemaPath(GeocodePointDto) }
const address = { $ref: getSchemaPath(AddressDto) }

@ApiTags('Trips')
@Controller('geocode-address')
export class GeocodingController {
  constructor(private readonly geocoding: GeocodingService) {}

  @Post()
  @HttpCode(200)
  @SignedIn()
  @ApiOperation({
    summary: 'Look up addresses of coordinates',
    description: 'Returns the address of one point, or a list of addresses for a list of points.',
  })
  @ApiExtraModels(GeocodePointDto, AddressDto)
  @ApiBody({ schema: { oneOf: [point, { type: 'array', items: point, minItems: 1, maxItems: MAX_GEOCODE_POINTS }] } })
  @ApiOkResponse({
    description: 'One address for one point, a list for a list',
    schema: {
      type: 'object',
      required: ['data'],
      properties: { data: { oneOf: [address, { type: 'array', items: address }] } },
    },
  })
  @AnswersProblems(400, 422)
  async geocode(
    @CurrentCaller() caller: Caller,
    @Body(GeocodePointsPipe) question: GeocodeQuestion,
  ): Promise<{ data: AddressDto | AddressDto[] }> {
    return { data: await this.geocoding.answer(caller, question) }
  }
}

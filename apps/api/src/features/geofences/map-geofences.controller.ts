import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { RequestDatabase } from '../../database/request-database.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { invalid } from '../../http/problems.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { GeofenceOnMapDto } from './dto/geofence-on-map.dto.js'
import { GeofencesRepository, MOST_ON_MAP } from './geofences.repository.js'
import { say } from './texts.js'

/**
 * West, south, east and north in degrees, as in GeoJSON's `bbox` (RFC 7946, 5). In a box across the 180th meridian, west is
 * greater than east.
 */
export type Box = [west: number, south: number, east: number, north: number]

function readBox(parameters: Record<string, unknown>): Box {
  const numbers = (readQuery(parameters, ['bbox']).bbox ?? '')
    .split(',')
    .map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
  const [west = 0, south = 0, east = 0, north = 0] = numbers
  const isOnGlobe = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90
  const isBox = numbers.length === 4 && numbers.every(Number.isFinite) && isOnGlobe
  if (!isBox || south > north) throw invalid({ bbox: [say('not-a-box')] })
  return [west, south, east, north]
}

@ApiTags('Map')
@Controller('map')
export class MapGeofencesController {
  constructor(
    private readonly database: RequestDatabase,
    private readonly geofences: GeofencesRepository,
  ) {}

  @Get('geofences')
  @RequirePermission('read:map')
  @ApiOperation({
    summary: 'List geofences on the map',
    description: `Lists visible geofences that reach into a part of the map, largest first, at most ${MOST_ON_MAP}.`,
  })
  @ApiQuery({
    name: 'bbox',
    required: true,
    example: '9.4,47.0,9.7,47.3',
    schema: { type: 'string', example: '9.4,47.0,9.7,47.3' },
    description: 'West, south, east, north in degrees; west is greater than east across the 180th meridian',
  })
  @AnswersAll(GeofenceOnMapDto, 422)
  async onMap(@CurrentCaller() caller: Caller, @Asked(readBox) box: Box) {
    const data = await this.database.read(caller.scope, (transaction) => this.geofences.findOnMap(transaction, box))
    return { data }
  }
}

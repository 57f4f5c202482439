import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { isPosition, type Position } from '@roadbook/geo'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import type { FoundPlace } from '../../geocoder/search/found-place.js'
import { PlaceFinder, type PlaceSearch } from '../../geocoder/search/place-finder.js'
import { AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { invalid } from '../../http/problems.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { FoundPlaceDto, FoundPlacesMetaDto } from './dto/found-place.dto.js'
import { say } from './texts.js'

const LONGEST = 200

function readSearch(parameters: Record<string, unknown>): PlaceSearch {
  const { query = '', near, addresses } = readQuery(parameters, ['query', 'near', 'addresses'], { query: LONGEST })
  if (addresses !== undefined && !['true', 'false'].includes(addresses)) throw invalid({ addresses: [say('not-yes-or-no')] })
  return { text: query.trim(), near: near === undefined ? undefined : readPoint(near), withAddresses: addresses === 'true' }
}

function readPoint(text: string): Position {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = text
    .split(',')
    .map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
  if (more.length > 0 || !isPosition(latitude, longitude)) throw invalid({ near: [say('not-a-point')] })
  return { latitude, longitude }
}

/** Search for places by name, for users who draw or look at something on the map. */
@ApiTags('Search')
@Controller('places')
export class PlacesController {
  constructor(private readonly finder: PlaceFinder) {}

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: 'Search places',
    description:
      'Finds towns of the world, and streets of the operator’s region, from data that comes with Roadbook. Words may be in any order; case and accents do not matter, and an umlaut may be typed as two letters. The best results come first: the fit of the name, the size and the distance decide. With `addresses=true`, the operator’s geocoder searches for addresses too, if one is configured. Use this only when the user has finished typing.',
  })
  @ApiQuery({ name: 'query', schema: { type: 'string', maxLength: LONGEST }, example: 'Aeulestrasse 5, Vaduz' })
  @ApiQuery({
    name: 'near',
    required: false,
    schema: { type: 'string' },
    example: '47.14,9.52',
    description: 'Latitude and longitude near which places are preferred',
  })
  @ApiQuery({
    name: 'addresses',
    required: false,
    schema: { type: 'string', enum: ['true', 'false'] },
    description: 'True to search with the operator’s geocoder too',
  })
  @AnswersPage(FoundPlaceDto, FoundPlacesMetaDto)
  @AnswersProblems(422)
  async list(
    @CurrentCaller() caller: Caller,
    @Asked(readSearch) search: PlaceSearch,
  ): Promise<{ data: FoundPlaceDto[]; meta: FoundPlacesMetaDto }> {
    const { places, addresses } = await this.finder.find(caller, search)
    return { data: places.map(toDto), meta: { addresses } }
  }
}

const toDto = ({ bounds, ...place }: FoundPlace): FoundPlaceDto => ({ ...place, ...bounds })

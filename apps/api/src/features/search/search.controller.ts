import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { RequestDatabase } from '../../database/request-database.js'
import { searchKeys } from '../../database/peoples-words.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { HitDto } from './dto/hit.dto.js'
import { holding, type Matches, nearly, SearchRepository } from './search.repository.js'

/** Minimum characters of a search. One letter would match almost everything. */
const SHORTEST = 2
const LONGEST = 100

const keysOf = (parameters: Record<string, unknown>): string[] =>
  searchKeys(readQuery(parameters, ['query'], { query: LONGEST }).query ?? '')

/** Search for all objects that have a name or a number (T-06). */
@ApiTags('Search')
@Controller()
export class SearchController {
  constructor(
    private readonly database: RequestDatabase,
    private readonly search: SearchRepository,
  ) {}

  @Get('search')
  @RequirePermission('read:map', 'index:entity', 'read:user', 'read:business-management')
  @ApiOperation({
    summary: 'Search everything',
    description:
      'Finds vehicles by name, frame number, plate and end of the IMEI, people by name and e-mail address, and businesses and tags by name, as far as the caller may read them. Blanks, dashes, case and accents do not matter, and an umlaut may be typed as two letters. If nothing matches, results with one typo are returned.',
  })
  @ApiQuery({ name: 'query', schema: { type: 'string', maxLength: LONGEST } })
  @AnswersAll(HitDto, 422)
  async find(@CurrentCaller() caller: Caller, @Asked(keysOf) keys: string[]) {
    const [key = ''] = keys
    if ([...key].length < SHORTEST) return { data: [] }
    const data = await this.database.read(caller.scope, async (transaction) => {
      const found = await this.#hits(transaction, caller, keys, holding(keys))
      const near = found.length === 0 ? nearly(key) : undefined
      return near ? this.#hits(transaction, caller, [key], near, true) : found
    })
    return { data }
  }

  async #hits(
    transaction: ScopedTransaction,
    { permissions }: Caller,
    keys: readonly string[],
    matches: Matches,
    isNear = false,
  ): Promise<HitDto[]> {
    const hits: HitDto[] = []
    if (permissions.has('read:map') || permissions.has('index:entity')) {
      hits.push(...(await this.search.vehicles(transaction, keys, matches, isNear)))
    }
    if (permissions.has('read:user')) hits.push(...(await this.search.people(transaction, matches)))
    if (permissions.has('read:business-management')) hits.push(...(await this.search.businesses(transaction, matches)))
    if (permissions.has('index:entity')) hits.push(...(await this.search.tags(transaction, matches)))
    return hits
  }
}

import { applyDecorators, Controller, Get, type Type } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { QueryResultRow } from 'pg'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { SignedIn } from '../../auth/require-permission.decorator.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { field, type Thing } from '../../texts/platform.js'
import { invalid, notFound } from '../../http/problems.js'
import { CatalogueRepository } from './catalogue.repository.js'
import { countriesIn } from './countries.js'
import {
  BusinessOptionDto,
  CountryOptionDto,
  EntityOptionDto,
  OptionDto,
  ReportOptionDto,
  RoleOptionDto,
  TagOptionDto,
  TargetGroupOptionDto,
  TypeOptionDto,
  VehicleWordsDto,
} from './dto/option.dto.js'
import { reportsIn } from './reports.js'
import { vehicleWords } from './vehicle-words.js'

const Dropdown = (name: string, model: Type, summary: string, description: string) =>
  applyDecorators(Get(name), SignedIn(), AnswersAll(model) as MethodDecorator, ApiOperation({ summary, description }))

/** Reads the query parameter `withImei`. */
function withImeiOf(query: Record<string, unknown>): boolean {
  const { withImei = 'false' } = readQuery(query, ['withImei'])
  if (withImei !== 'true' && withImei !== 'false') throw invalid({ withImei: [field('not-boolean')] })
  return withImei === 'true'
}

/** Options of forms, in the caller's scope (G-28). */
@ApiTags('Dropdowns')
@Controller('dropdown')
export class DropdownsController {
  constructor(
    private readonly database: RequestDatabase,
    private readonly catalogue: CatalogueRepository,
  ) {}

  @Dropdown('types', TypeOptionDto, 'List vehicle types', 'Lists the types of vehicle.')
  types(@CurrentCaller() caller: Caller): Promise<{ data: TypeOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'type', sql`t.id, t.name, t.vehicle_type`))
  }

  @Dropdown('colors', OptionDto, 'List vehicle colours', 'Lists the colours of vehicles.')
  colors(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'color'))
  }

  @Dropdown('brands', OptionDto, 'List vehicle brands', 'Lists the brands of vehicles.')
  brands(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'brand'))
  }

  @Dropdown('models/:id', OptionDto, 'List the models of a brand', 'Lists the models of a brand.')
  models(@CurrentCaller() caller: Caller, @PathId('brand') id: number): Promise<{ data: OptionDto[] }> {
    return this.below(caller, 'brand', id, 'brand')
  }

  @Dropdown('engine-brands', OptionDto, 'List engine brands', 'Lists the brands of engines.')
  engineBrands(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'engine_brand'))
  }

  @Dropdown('engine-models/:id', OptionDto, 'List the models of an engine brand', 'Lists the models of an engine brand.')
  engineModels(@CurrentCaller() caller: Caller, @PathId('engine-brand') id: number): Promise<{ data: OptionDto[] }> {
    return this.below(caller, 'engine_brand', id, 'engine-brand')
  }

  @Get('words')
  @SignedIn()
  @AnswersOne(VehicleWordsDto)
  @ApiOperation({
    summary: 'List all vehicle form options',
    description: 'Returns all options that the form of a vehicle offers in one call.',
  })
  async words(@CurrentCaller() caller: Caller): Promise<{ data: VehicleWordsDto }> {
    return { data: vehicleWords(await this.database.read(caller.scope, (transaction) => this.catalogue.words(transaction))) }
  }

  @Dropdown('power-units', OptionDto, 'List power units', 'Lists the kinds of power unit of vehicles.')
  powerUnits(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'powerunit'))
  }

  @Dropdown('tags', TagOptionDto, 'List tags to choose from', 'Lists tags of every type.')
  tags(@CurrentCaller() caller: Caller): Promise<{ data: TagOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.allTags(transaction))
  }

  @Dropdown(
    'target-groups',
    TargetGroupOptionDto,
    'List target groups',
    'Lists tags of type `group` with the number of vehicles that carry each.',
  )
  targetGroups(@CurrentCaller() caller: Caller): Promise<{ data: TargetGroupOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.targetGroups(transaction))
  }

  @Dropdown(
    'businesses',
    BusinessOptionDto,
    'List businesses to choose from',
    'Lists the businesses that the caller may see, with id and name.',
  )
  businesses(@CurrentCaller() caller: Caller): Promise<{ data: BusinessOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.businesses(transaction))
  }

  @Dropdown('countries', CountryOptionDto, 'List countries', 'Lists countries in the language of the caller.')
  countries(@CurrentCaller() { locale }: Caller): { data: CountryOptionDto[] } {
    return { data: countriesIn(locale) }
  }

  @Dropdown(
    'reports',
    ReportOptionDto,
    'List kinds of report',
    'Lists the kinds of report that the caller may ask for. Empty without `read:reports`.',
  )
  reports(@CurrentCaller() { locale, permissions }: Caller): { data: ReportOptionDto[] } {
    return { data: permissions.has('read:reports') ? reportsIn(locale) : [] }
  }

  @Dropdown(
    'entities',
    EntityOptionDto,
    'List vehicles to choose from',
    'Lists the vehicles that the caller may see, with id and name. `withImei` keeps those with a tracker and adds its IMEI.',
  )
  @ApiQuery({ name: 'withImei', required: false, schema: { type: 'boolean' }, description: 'Only vehicles with a tracker' })
  @AnswersProblems(422)
  entities(@CurrentCaller() caller: Caller, @Asked(withImeiOf) withImei: boolean): Promise<{ data: EntityOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.entities(transaction, withImei))
  }

  @Dropdown('roles', RoleOptionDto, 'List roles to choose from', 'Lists the roles that a user can have.')
  roles(@CurrentCaller() caller: Caller): Promise<{ data: RoleOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.roles(transaction))
  }

  private async read<Row extends QueryResultRow>(
    caller: Caller,
    query: (transaction: ScopedTransaction) => Promise<Row[]>,
  ): Promise<{ data: Row[] }> {
    return { data: await this.database.read(caller.scope, query) }
  }

  private async below(caller: Caller, parentType: string, id: number, what: Thing): Promise<{ data: OptionDto[] }> {
    const data = await this.database.read(caller.scope, (transaction) =>
      this.catalogue.below<OptionDto & QueryResultRow>(transaction, parentType, id),
    )
    if (!data) throw notFound(what)
    return { data }
  }
}

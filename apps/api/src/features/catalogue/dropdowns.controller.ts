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

const Dropdown = (name: string, model: Type, description?: string) =>
  applyDecorators(Get(name), SignedIn(), AnswersAll(model) as MethodDecorator, ApiOperation({ description }))

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

  @Dropdown('types', TypeOptionDto)
  types(@CurrentCaller() caller: Caller): Promise<{ data: TypeOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'type', sql`t.id, t.name, t.vehicle_type`))
  }

  @Dropdown('colors', OptionDto)
  colors(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'color'))
  }

  @Dropdown('brands', OptionDto)
  brands(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'brand'))
  }

  @Dropdown('models/:id', OptionDto, 'Of a brand')
  models(@CurrentCaller() caller: Caller, @PathId('brand') id: number): Promise<{ data: OptionDto[] }> {
    return this.below(caller, 'brand', id, 'brand')
  }

  @Dropdown('engine-brands', OptionDto)
  engineBrands(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'engine_brand'))
  }

  @Dropdown('engine-models/:id', OptionDto, 'Of an engine brand')
  engineModels(@CurrentCaller() caller: Caller, @PathId('engine-brand') id: number): Promise<{ data: OptionDto[] }> {
    return this.below(caller, 'engine_brand', id, 'engine-brand')
  }

  @Get('words')
  @SignedIn()
  @AnswersOne(VehicleWordsDto)
  @ApiOperation({ description: 'All of the lists above that a form of a vehicle offers, by one call' })
  async words(@CurrentCaller() caller: Caller): Promise<{ data: VehicleWordsDto }> {
    return { data: vehicleWords(await this.database.read(caller.scope, (transaction) => this.catalogue.words(transaction))) }
  }

  @Dropdown('power-units', OptionDto)
  powerUnits(@CurrentCaller() caller: Caller): Promise<{ data: OptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.tags(transaction, 'powerunit'))
  }

  @Dropdown('tags', TagOptionDto, 'Of every type')
  tags(@CurrentCaller() caller: Caller): Promise<{ data: TagOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.allTags(transaction))
  }

  @Dropdown('target-groups', TargetGroupOptionDto, 'Tags of the type `group`, with how many entities carry them')
  targetGroups(@CurrentCaller() caller: Caller): Promise<{ data: TargetGroupOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.targetGroups(transaction))
  }

  @Dropdown('businesses', BusinessOptionDto)
  businesses(@CurrentCaller() caller: Caller): Promise<{ data: BusinessOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.businesses(transaction))
  }

  @Dropdown('countries', CountryOptionDto)
  countries(@CurrentCaller() { locale }: Caller): { data: CountryOptionDto[] } {
    return { data: countriesIn(locale) }
  }

  @Dropdown('reports', ReportOptionDto, 'Kinds of report that the caller may ask for; none without `read:reports`')
  reports(@CurrentCaller() { locale, permissions }: Caller): { data: ReportOptionDto[] } {
    return { data: permissions.has('read:reports') ? reportsIn(locale) : [] }
  }

  @Dropdown('entities', EntityOptionDto)
  @ApiQuery({ name: 'withImei', required: false, schema: { type: 'boolean' }, description: 'Only those that a tracker is on' })
  @AnswersProblems(422)
  entities(@CurrentCaller() caller: Caller, @Asked(withImeiOf) withImei: boolean): Promise<{ data: EntityOptionDto[] }> {
    return this.read(caller, (transaction) => this.catalogue.entities(transaction, withImei))
  }

  @Dropdown('roles', RoleOptionDto)
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

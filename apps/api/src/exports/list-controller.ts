import { applyDecorators, Get, Inject, type OnModuleInit, Post, Query, Res, type StreamableFile } from '@nestjs/common'
import { ApiOperation } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import type { QueryResultRow } from 'pg'
import { type Acting, type Actor, By } from '../auth/acting.js'
import type { Page } from '../http/page.dto.js'
import { AnswersList, type AnyList, RequiresAccess } from '../lists/answers-list.decorator.js'
import type { List } from '../lists/list.js'
import { type CsvWish, WantsCsv } from '../lists/list-export.js'
import type { ListCriteria } from '../lists/list-fields.js'
import { Criteria, ListParameters } from '../lists/list-parameters.decorator.js'
import { Lists } from '../lists/lists.js'
import { CsvExports, type ListView, type PutLines } from './csv-exports.js'
import { MailedCsvParameters } from './mailed-csv-parameters.decorator.js'

/** Access and OpenAPI description of the route that mails a list. */
const MailsList = ({ declared, fields, csv }: AnyList) =>
  applyDecorators(
    RequiresAccess(declared.permission),
    ApiOperation({
      summary: `Mail ${declared.many} as CSV`,
      description: 'Mails the rows of the list as CSV to the caller. The query takes the search, filters and order of the list.',
    }),
    ListParameters(fields),
    MailedCsvParameters(csv.columns),
  )

/** The common part of list controllers. */
export abstract class ListRoutes<Row extends QueryResultRow, Dto, Own, Line> implements OnModuleInit {
  @Inject(Lists) protected readonly lists: Lists
  @Inject(CsvExports) protected readonly exports: CsvExports

  constructor(protected readonly declared: List<Row, Dto, Own, Line>) {}

  onModuleInit(): void {
    if (this.declared.csv.columns.length === 0) return
    this.exports.offer(this.declared, (by, view, put) => this.write(by, view, put))
  }

  /** Returns a page as JSON. A subclass overrides this if the rows need more processing. */
  protected page({ caller }: Acting, criteria: ListCriteria<Own>): Promise<Page<Dto>> {
    return this.lists.page(this.declared, caller, criteria)
  }

  /** Writes every line of a view for its CSV. A subclass overrides this if the rows need more processing. */
  protected write({ caller }: Actor, { criteria }: ListView<Own>, put: PutLines<Line>): Promise<void> {
    return this.lists.each(this.declared, caller, criteria, (rows) => put(rows as readonly unknown[] as readonly Line[]))
  }
}

/**
 * Returns the controller of a list. A subclass adds the other operations of the resource. `GET` returns a page. If the list
 * has a CSV, `GET` can also return every row as CSV, and `POST csv` mails it.
 */
export function ListController<Row extends QueryResultRow, Dto, Own, Line>(
  list: List<Row, Dto, Own, Line>,
  route = '',
): abstract new () => ListRoutes<Row, Dto, Own, Line> {
  const { name } = list.declared

  abstract class Pages extends ListRoutes<Row, Dto, Own, Line> {
    constructor() {
      super(list)
    }

    @Get(route)
    @AnswersList(list)
    async list(
      @By() by: Acting,
      @Criteria(list.fields) criteria: ListCriteria<Own>,
      @WantsCsv(list.csv.columns) wish: CsvWish | undefined,
      @Query() query: Record<string, string>,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Page<Dto> | StreamableFile> {
      return wish ? this.exports.answer(reply, by, name, query) : this.page(by, criteria)
    }
  }
  if (list.csv.columns.length === 0) return Pages

  abstract class PagesAndFiles extends Pages {
    @Post('csv')
    @MailsList(list)
    async mailCsv(@By() by: Acting, @Query() query: Record<string, string>) {
      return { data: { job_id: await this.exports.ask(by, name, query) } }
    }
  }
  return PagesAndFiles
}

import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common'
import { ApiQuery } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { AnswersProblems } from '../http/answers.decorator.js'
import { DEFAULT_LIMIT, type ListFields, MAX_LIMIT, OPERATORS_OF } from './list-fields.js'
import { parseListCriteria } from './list-criteria.js'

/** Injects the {@link import('./list-fields.js').ListCriteria} of a request. */
export const Criteria = createParamDecorator((fields: ListFields<unknown>, context: ExecutionContext) =>
  parseListCriteria(context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>, fields),
)

/** OpenAPI: the parameters of a list. */
export const ListParameters = (fields: ListFields<unknown>) => {
  const searchable = Object.entries(fields.search).map(([name, { type }]) => `${name} (${OPERATORS_OF[type].join(' ')})`)
  const text = (name: string, description: string) => ApiQuery({ name, required: false, type: 'string', description })
  return applyDecorators(
    ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } }),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    }),
    ApiQuery({
      name: 'orderBy',
      required: false,
      schema: { type: 'string', enum: Object.keys(fields.orderBy), default: 'created_at' },
    }),
    ApiQuery({ name: 'sortedBy', required: false, schema: { type: 'string', enum: ['desc', 'asc'], default: 'desc' } }),
    text('search', 'Searches the plain text fields for `text`, or the given fields: `field:value;field:value`.'),
    text(
      'searchFields',
      `Filters, joined by \`;\`. \`field:operator\` sets the operator of a field in \`search\`; \`field:operatorvalue\` brings its own value. Fields and their operators: ${searchable.join(', ')}`,
    ),
    ApiQuery({ name: 'searchJoin', required: false, schema: { type: 'string', enum: ['and', 'or'], default: 'and' } }),
    ...(fields.with.length > 0 ? [text('with', `Relations, joined by \`;\`: ${fields.with.join(', ')}`)] : []),
    ...Object.entries(fields.own?.parameters ?? {}).map(([name, own]) => ApiQuery({ name, required: false, ...own })),
    AnswersProblems(422),
  )
}

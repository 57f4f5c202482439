import { applyDecorators } from '@nestjs/common'
import { ApiOperation } from '@nestjs/swagger'
import { RequirePermission, SignedIn } from '../auth/require-permission.decorator.js'
import { AnswersPage } from '../http/answers.decorator.js'
import type { Access, List } from './list.js'
import { ExportParameters } from './list-export.js'
import { ListParameters } from './list-parameters.decorator.js'

export type AnyList = List<any, any, any, any> // oxlint-disable-line typescript/no-explicit-any -- decorators look at no row

export const RequiresAccess = (permission: Access) =>
  permission === 'signed-in'
    ? SignedIn()
    : typeof permission === 'string'
      ? RequirePermission(permission)
      : RequirePermission(...permission)

/** Declares who may read a page of a list, and describes its parameters and response for OpenAPI. */
export const AnswersList = ({ declared, fields, csv }: AnyList) =>
  applyDecorators(
    RequiresAccess(declared.permission),
    ApiOperation({ summary: `List ${declared.plural}`, description: declared.description }),
    ListParameters(fields),
    ...(csv.columns.length > 0 ? [ExportParameters(csv.columns)] : []),
    AnswersPage(declared.dto, declared.meta),
  )

import { document, type Operation, operations } from './api-walk.js'

/** Field of a list, with the operators that it accepts. */
export interface DeclaredField {
  name: string
  operators: readonly string[]
}

/**
 * A list, as the OpenAPI document declares it. The document is read anew, so lists that are added to the API later are
 * included.
 */
export interface DeclaredList {
  operation: Operation
  fields: readonly DeclaredField[]
  orders: readonly string[]
  takesText: boolean
  /** True if the list is available as CSV. */
  isFile: boolean
}

export const declaredLists: readonly DeclaredList[] = operations
  .filter(({ method, isPublic }) => method === 'GET' && !isPublic)
  .flatMap((operation) => {
    const parameters = document.paths[operation.path]?.get?.parameters ?? []
    const named = (name: string) => parameters.find((parameter) => parameter.name === name && parameter.in === 'query')
    const described = named('searchFields')?.description
    if (described === undefined) return []
    const fields = [...described.matchAll(/(\w+) \(([^)]*)\)/g)].map(([, name = '', operators = '']) => ({
      name,
      operators: operators.split(' '),
    }))
    const { enum: orders = [] } = (named('orderBy')?.schema ?? {}) as { enum?: string[] }
    const takesText = fields.some(({ operators }) => operators[0] === 'like')
    return [{ operation, fields, orders, takesText, isFile: named('format') !== undefined }]
  })

/**
 * Returns a value that a field with these operators accepts, and a value that it does not accept. A text field accepts
 * every value.
 */
export function valuesOf({ operators }: DeclaredField): { good: string; bad?: string } {
  switch (operators.join(' ')) {
    case '= in':
      return { good: '1', bad: 'x' }
    case '= >= <= in':
      return { good: '5', bad: '1e309' }
    case '>= <= =':
      return { good: '2025-06-01T10:00:00Z', bad: 'yesterday' }
    case '=':
      return { good: 'true', bad: '1' }
    default:
      return { good: 'a' }
  }
}

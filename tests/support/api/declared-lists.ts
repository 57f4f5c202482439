import { document, type Operation, operations } from './api-walk.js'

/** A field of a list, with the operators that it takes. */
export interface DeclaredField {
  name: string
  operators: readonly string[]
}

/** A list as the OpenAPI document declares it: whatever the API lists is here, also what is added later. */
export interface DeclaredList {
  operation: Operation
  fields: readonly DeclaredField[]
  orders: readonly string[]
  takesText: boolean
  /** Whether it goes out as a CSV. */
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

/** A value that a field of these operators takes, and one that it does not; a text takes anything. */
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

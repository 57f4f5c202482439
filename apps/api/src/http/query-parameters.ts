import { invalid } from './problems.js'

/**
 * The query parameters of a call that is no list, each given once.
 * @throws Problem 422 that names what is allowed.
 */
export function readQuery<Name extends string>(
  query: Record<string, unknown>,
  allowed: readonly Name[],
): Partial<Record<Name, string>> {
  for (const [name, value] of Object.entries(query)) {
    if (!(allowed as readonly string[]).includes(name)) {
      throw invalid({ query: [`unknown parameter; allowed are: ${allowed.join(', ') || 'none'}`] })
    }
    if (typeof value !== 'string') throw invalid({ [name]: ['must be given once'] })
    if (value.length > 200) throw invalid({ [name]: ['at most 200 characters are allowed'] })
  }
  return query as Partial<Record<Name, string>>
}

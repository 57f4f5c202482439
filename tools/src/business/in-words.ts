/**
 * Converts an error of an import to a sentence for people. Handles these errors of PostgreSQL: lock_not_available,
 * unique_violation, foreign_key_violation, and errors of values that no export writes (classes 21, 22, 23, 42 and 54).
 */
export function inWords(error: unknown): unknown {
  const { code, detail, table } = error as { code?: string; detail?: string; table?: string }
  if (code === '55P03')
    return new Error('nothing was changed: Roadbook uses the database. Stop it, and run the command again', { cause: error })
  if (code === '23505') return new Error(`nothing was changed: in ${table}, ${detail}`, { cause: error })
  if (code === '23503')
    return new Error(`nothing was changed: the archive is not whole. In ${table}, ${detail}`, { cause: error })
  if (/^(21|22|23|42|54)/.test(code ?? '') || error instanceof SyntaxError)
    return new Error(
      `nothing was changed: the archive does not fit (${[table, (error as Error).message].filter(Boolean).join(', ')})`,
      {
        cause: error,
      },
    )
  return error
}

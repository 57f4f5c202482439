/**
 * A piece of SQL with its values. Only the {@link sql} template creates such a piece, so text from outside can only become a
 * bound value.
 */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** Returns the query for node-postgres. */
  toQuery(): { text: string; values: unknown[] } {
    const text = this.strings.reduce((before, part, index) => `${before}$${index}${part}`)
    return { text, values: [...this.values] }
  }
}

/** Creates SQL. Interpolated values are bound as parameters; interpolated {@link Sql} is inserted with its own values. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Sql {
  const strings = [parts[0] ?? '']
  const bound: unknown[] = []
  const append = (text: string) => (strings[strings.length - 1] += text)
  values.forEach((value, index) => {
    if (value instanceof Sql) {
      append(value.strings[0] ?? '')
      value.values.forEach((inner, at) => {
        bound.push(inner)
        strings.push(value.strings[at + 1] ?? '')
      })
    } else {
      bound.push(value)
      strings.push('')
    }
    append(parts[index + 1] ?? '')
  })
  return new Sql(strings, bound)
}

/** Returns `a AND b`, each in brackets; `none` when there is nothing to join. */
export function joined(parts: readonly Sql[], word: 'AND' | 'OR', none: Sql): Sql {
  const [first, ...rest] = parts
  if (!first) return none
  return rest.reduce((all, part) => (word === 'AND' ? sql`${all} AND (${part})` : sql`${all} OR (${part})`), sql`(${first})`)
}

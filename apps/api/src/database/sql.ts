/**
 * A piece of SQL with its values. Made only by the {@link sql} template, so text from outside can become a bound value
 * and nothing else.
 */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** What node-postgres takes. */
  toQuery(): { text: string; values: unknown[] } {
    const text = this.strings.reduce((before, part, index) => `${before}$${index}${part}`)
    return { text, values: [...this.values] }
  }
}

/** SQL whose interpolated values are bound as parameters; interpolated {@link Sql} is spliced in with its own values. */
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

/** `a AND b`, each in brackets; `none` when there is nothing to join. */
export function joined(parts: readonly Sql[], word: 'AND' | 'OR', none: Sql): Sql {
  const [first, ...rest] = parts
  if (!first) return none
  return rest.reduce((all, part) => (word === 'AND' ? sql`${all} AND (${part})` : sql`${all} OR (${part})`), sql`(${first})`)
}

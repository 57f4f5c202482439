import type { Catalogue, StoredFunction } from './catalogue.js'

/** Effects of a call of a database function, in addition to its result. */
export interface Effects {
  /** Tables that the function writes, directly or through functions that it calls. */
  writes: ReadonlySet<string>
  /** NOTIFY channels to which the function sends. */
  wakes: ReadonlySet<string>
  /** True if the function can raise an exception to refuse a statement. */
  refuses: boolean
  /** Functions that the function calls, directly or indirectly. */
  calls: ReadonlySet<string>
}

const WRITE = /\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|COPY|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?([\w.]+)/gi
const UPDATE = /\bUPDATE\s+(?:ONLY\s+)?([\w.]+)(?:\s+(?:AS\s+)?\w+)?\s+SET\b/gi
const CALL = /\b(\w+)\s*\(/g

/** Returns the tables that a text of SQL writes. The text is a function or a program. */
export function tablesWritten(text: string, tables: ReadonlySet<string>): Set<string> {
  const found = [...text.matchAll(WRITE), ...text.matchAll(UPDATE)].map(([, name]) =>
    name!.toLowerCase().replace(/^public\./, ''),
  )
  return new Set(found.filter((name) => tables.has(name)))
}

/** Returns the functions called in a text. */
export function functionsCalled(text: string, functions: ReadonlySet<string>): Set<string> {
  return new Set([...text.matchAll(CALL)].map(([, name]) => name!).filter((name) => functions.has(name)))
}

/** Returns the effects of each function, by name. */
export function effectsOf({ tables, functions }: Catalogue): Map<string, Effects> {
  const tableNames = new Set(tables.map(({ name }) => name))
  const bodies = bodiesOf(functions)
  const names = new Set(bodies.keys())
  const called = new Map([...bodies].map(([name, body]) => [name, without(functionsCalled(body, names), name)]))
  const effects = new Map<string, Effects>()
  for (const name of names) {
    const calls = reachable(name, called)
    const all = [name, ...calls].map((one) => bodies.get(one)!)
    effects.set(name, {
      calls,
      writes: new Set(all.flatMap((body) => [...tablesWritten(body, tableNames)])),
      wakes: new Set(all.flatMap((body) => [...body.matchAll(/pg_notify\(\s*'(\w+)'/g)].map(([, channel]) => channel!))),
      refuses: all.some((body) => /\bRAISE\s+(?:EXCEPTION|\w+_violation)/i.test(body)),
    })
  }
  return effects
}

/** Returns the functions' bodies without comments, because comments may also name tables. */
function bodiesOf(functions: readonly StoredFunction[]): Map<string, string> {
  const bodies = new Map<string, string>()
  for (const { name, definition } of functions) {
    const body = definition.slice(definition.search(/\bAS \$|\bRETURN\b|\bBEGIN\b/)).replace(/--.*$/gm, '')
    bodies.set(name, `${bodies.get(name) ?? ''}\n${body}`)
  }
  return bodies
}

function reachable(from: string, called: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [...(called.get(from) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(called.get(next) ?? []))
  }
  return without(found, from)
}

function without(names: Set<string>, name: string): Set<string> {
  names.delete(name)
  return names
}

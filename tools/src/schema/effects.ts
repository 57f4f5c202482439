import type { Catalogue, StoredFunction } from './catalogue.js'

/** What a function of the database does beside what it returns. */
export interface Effects {
  /** Tables that it writes, by itself or through functions that it calls. */
  writes: ReadonlySet<string>
  /** Channels of NOTIFY. */
  wakes: ReadonlySet<string>
  /** Whether it can refuse what was asked. */
  refuses: boolean
  /** Functions that it calls, and those that these call. */
  calls: ReadonlySet<string>
}

const WRITE = /\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|COPY|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?([\w.]+)/gi
const UPDATE = /\bUPDATE\s+(?:ONLY\s+)?([\w.]+)(?:\s+(?:AS\s+)?\w+)?\s+SET\b/gi
const CALL = /\b(\w+)\s*\(/g

/** Tables that SQL writes, wherever it stands: in a function or in the text of a program. */
export function tablesWritten(text: string, tables: ReadonlySet<string>): Set<string> {
  const found = [...text.matchAll(WRITE), ...text.matchAll(UPDATE)].map(([, name]) =>
    name!.toLowerCase().replace(/^public\./, ''),
  )
  return new Set(found.filter((name) => tables.has(name)))
}

/** Functions that are called there. */
export function functionsCalled(text: string, functions: ReadonlySet<string>): Set<string> {
  return new Set([...text.matchAll(CALL)].map(([, name]) => name!).filter((name) => functions.has(name)))
}

/** What each function does, by its name. */
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

/** Without comments, which name tables, too. */
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

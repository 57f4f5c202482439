import { measuredHead } from '@roadbook/contracts/length-unit'
import { headKey, headText } from '@roadbook/contracts/sheet-cell'
import { headsOf } from '@roadbook/contracts/sheet-parts'

/** Which column holds what; empty where none does. */
export type Mapping<Field extends string> = Record<Field, string>

/** The heads of a CSV's columns, parted as the API parts them, each in one line. */
export function readHeads(csv: string): string[] {
  const heads = headsOf(csv).map(headText)
  return [...new Set(heads.filter((one) => one !== ''))]
}

/**
 * Which column holds what, as far as their heads tell, by what people call them; whatever their capitals.
 * @param measured the field whose head may say a unit, too
 */
export function guessMapping<Field extends string>(
  heads: readonly string[],
  known: Readonly<Record<Field, readonly string[]>>,
  measured?: Field,
): Mapping<Field> {
  const entries = Object.entries(known) as [Field, readonly string[]][]
  const headOf = ([field, names]: [Field, readonly string[]]) => {
    const isCalled = (key: string) => key === field || names.includes(key)
    const exact = heads.find((head) => isCalled(headKey(head)))
    return exact ?? (field === measured ? heads.find((head) => isCalled(measuredHead(head).base)) : undefined) ?? ''
  }
  return Object.fromEntries(entries.map((entry) => [entry[0], headOf(entry)])) as Mapping<Field>
}

import { measuredHead } from '@roadbook/contracts/length-unit'
import { cutTo } from '@roadbook/contracts/letters'
import { headKey, headText, plainCell } from '@roadbook/contracts/sheet-cell'
import { headsOf, recordsOf } from '@roadbook/contracts/sheet-parts'

/** Which column holds what; empty where none does. */
export type Mapping<Field extends string> = Record<Field, string>

/** The heads of a CSV's columns, parted as the API parts them, each in one line. */
export function readHeads(csv: string): string[] {
  const heads = headsOf(csv).map(headText)
  return [...new Set(heads.filter((one) => one !== ''))]
}

/** So much of a sheet holds its first rows. */
const FIRST_LETTERS = 20_000
const SAMPLES = 3
const SAMPLE_LETTERS = 40

/** The first values below each head, each once and not whole where it is long. */
export function readSamples(csv: string): Map<string, string[]> {
  const isCut = csv.length > FIRST_LETTERS
  const [head, ...rows] = recordsOf(csv.slice(0, FIRST_LETTERS)).records
  const samples = new Map<string, string[]>()
  for (const [at, cell] of (head?.cells ?? []).entries()) {
    const key = headText(cell)
    if (key === '' || samples.has(key)) continue
    const values = (isCut ? rows.slice(0, -1) : rows).map(({ cells }) => plainCell(cells[at] ?? '')).filter(Boolean)
    samples.set(
      key,
      [...new Set(values)].slice(0, SAMPLES).map((value) => {
        const short = cutTo(headText(value), SAMPLE_LETTERS)
        return short.length < headText(value).length ? `${short}…` : short
      }),
    )
  }
  return samples
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

import { measuredHead } from '@roadbook/contracts/length-unit'
import { cutTo } from '@roadbook/contracts/letters'
import { headKey, headText, plainCell } from '@roadbook/contracts/sheet-cell'
import { headsOf, recordsOf } from '@roadbook/contracts/sheet-parts'

/** Column heading for each field. Empty if the field has no column. */
export type Mapping<Field extends string> = Record<Field, string>

/** Returns the column headings of a CSV, split as the API splits them, each on one line. */
export function readHeads(csv: string): string[] {
  const heads = headsOf(csv).map(headText)
  return [...new Set(heads.filter((one) => one !== ''))]
}

/** Samples of values are taken only from this many characters at the start of the sheet. They contain enough rows for that. */
const FIRST_LETTERS = 20_000
const SAMPLES = 3
const SAMPLE_LETTERS = 40

/** Returns the first values of each column, without duplicates. Long values are shortened. */
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
 * Guesses the column of each field from its heading, by the names that people use. Ignores case.
 * @param measured the field whose heading may include a unit
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

import { type LengthUnit, measuredHead } from '@roadbook/contracts/length-unit'
import type { DecimalSign } from '@roadbook/contracts/sheet-numbers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusedFields } from '../../lib/api/api-error.js'
import { useOnceKey } from '../../lib/api/headers.js'
import { useSession } from '../../lib/session/session.js'
import { useNotify } from '../notifications/use-notify.js'
import type { Sheet } from './file-step.js'
import { guessMapping, type Mapping } from './read-heads.js'

/** Answer of the API to any sheet. */
export interface SheetAnswer {
  import_id: number | null
  dry_run: boolean
  created: number
  failed: { row: number; field: string; message: string }[]
  /** Number of rows that failed only because they duplicate another row. With `allow_twins`, they are imported. */
  twins?: number
  /** Number from the sheet with an ambiguous point or comma. The next request states in `decimal_sign` how to read it. */
  unclear_number?: string | null
  first_rows?: FirstRow[]
}

/** Row as read, by field. A value is null if its cell could not be read. */
export interface FirstRow {
  row: number
  values: Record<string, string | null>
}

/** The user's answers to questions that the sheet itself does not answer. */
interface Said {
  allow_twins?: boolean
  decimal_sign?: DecimalSign
  odometer_unit?: LengthUnit
}

/** Definition of an importable sheet. */
export interface SheetKind<Field extends string, Answer extends SheetAnswer> {
  /** Names that people use for each field in the portal's languages, in lower case. */
  known: Readonly<Record<Field, readonly string[]>>
  /** Required fields. If one has no column, no row can be imported. */
  needed: readonly Field[]
  send: (
    body: { csv: string; business_id: number | null; columns: Record<Field, string>; dry_run: boolean } & Said,
    key: string,
  ) => Promise<Answer>
  /** Field whose numbers are lengths. Their unit comes from the heading or the user. */
  measured?: Field
  /** Formats a value for display. By default it is shown unchanged. */
  show?: (field: string, value: string) => string
  /** Refetches the data that the import changes. */
  reread: () => Promise<unknown>
}

/** Prefix of a field's name in an API error that rejects the field's column. */
const COLUMN = 'columns.'

/**
 * Returns the choice of columns for the API. A field without a column gets a placeholder, so that the API does not choose a
 * column for it by heading.
 */
const chosenColumns = <Field extends string>(mapping: Mapping<Field>) =>
  Object.fromEntries(Object.entries<string>(mapping).map(([field, head]) => [field, head || '\u2205'])) as Record<Field, string>

/** Returns the form fields that the API rejected, with reasons. Undefined if the API rejected something else. */
function refusedParts(error: unknown): Record<string, string | undefined> | undefined {
  const { csv: file, business_id: business, ...others } = refusedFields(error)
  const columns = Object.entries(others).filter(([name]) => name.startsWith(COLUMN))
  if (!file && columns.length === 0 && !business) return undefined
  return { file, business, ...Object.fromEntries(columns.map(([name, sentence]) => [name.slice(COLUMN.length), sentence])) }
}

/** Holds the user's answers to questions about the sheet. A new sheet clears them. */
function useSaid() {
  const [said, setSaid] = useState<Pick<Said, 'allow_twins' | 'decimal_sign'>>({})
  const [unclear, setUnclear] = useState<string>()
  const [chosenUnit, setChosenUnit] = useState<LengthUnit>()
  const forget = () => {
    setSaid({})
    setUnclear(undefined)
    setChosenUnit(undefined)
  }
  return { said, setSaid, unclear, setUnclear, chosenUnit, setChosenUnit, forget }
}

/** Returns an error for each required column that is not chosen yet, and for the business if it is not chosen. */
function useGaps<Field extends string>(needed: readonly Field[], labelOf: (field: Field) => string) {
  const { t } = useTranslation('sheets')
  return (mapping: Mapping<Field>, businessId: number | null): Record<string, string> => {
    const missing = needed.filter((field) => mapping[field] === '')
    return {
      ...Object.fromEntries(missing.map((field) => [field, t('columnRequired', { column: labelOf(field) })])),
      ...(businessId === null && { business: t('businessRequired') }),
    }
  }
}

/** Holds the state of an import: its step, the choices so far, their errors, and the API's answers. */
export function useSheetImport<Field extends string, Answer extends SheetAnswer>(
  kind: SheetKind<Field, Answer>,
  labelOf: (field: Field) => string,
) {
  const { t } = useTranslation('sheets')
  const notify = useNotify()
  const keyOf = useOnceKey()
  const [step, goTo] = useState(0)
  const [isRunning, setIsRunning] = useState(false)
  const [sheet, setSheet] = useState<Sheet>()
  const [mapping, setMapping] = useState<Mapping<Field>>()
  const [businessId, setBusinessId] = useState(useSession().user.business_id)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [trial, setTrial] = useState<Answer>()
  const [done, setDone] = useState<Answer>()
  const { said, setSaid, unclear, setUnclear, chosenUnit, setChosenUnit, forget } = useSaid()
  const gapsOf = useGaps(kind.needed, labelOf)
  const measured = kind.measured && mapping?.[kind.measured]
  const unit = measured ? (chosenUnit ?? unitOf(measured)) : undefined

  const read = (next: Sheet) => {
    setSheet(next)
    setMapping(guessMapping(next.heads, kind.known, kind.measured))
    setErrors({})
    forget()
  }
  const map = (field: Field, head: string) => {
    if (!mapping) return
    setMapping({ ...mapping, [field]: head })
    setErrors({ ...errors, [field]: undefined })
    if (field === kind.measured) forget()
  }
  const toColumns = () => (sheet ? goTo(1) : setErrors({ file: t('fileRequired') }))
  const refuse = (error: unknown) => {
    const wrong = refusedParts(error)
    if (!wrong) return notify.failure(error)
    setErrors(wrong)
    goTo(wrong.file ? 0 : 1)
  }
  const run = async (dryRun: boolean, says = said) => {
    if (!sheet || !mapping) return
    const wrong = gapsOf(mapping, businessId)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const body = {
      csv: sheet.csv,
      business_id: businessId,
      columns: chosenColumns(mapping),
      dry_run: dryRun,
      ...says,
      ...(unit && { odometer_unit: unit }),
    }
    setIsRunning(true)
    try {
      const answer = await kind.send(body, keyOf(body))
      if (dryRun) setTrial(answer)
      else setDone(answer)
      if (dryRun && answer.unclear_number) setUnclear(answer.unclear_number)
      if (!dryRun) void kind.reread()
      goTo(dryRun ? 2 : 3)
    } catch (error) {
      refuse(error)
    } finally {
      setIsRunning(false)
    }
  }
  /** Repeats the trial with the user's answer. */
  const say = (more: typeof said) => {
    const says = { ...said, ...more }
    setSaid(says)
    void run(true, says)
  }
  return {
    step,
    goTo,
    sheet,
    mapping,
    map,
    businessId,
    setBusinessId,
    errors,
    trial,
    done,
    isRunning,
    read,
    toColumns,
    run: (dryRun: boolean) => void run(dryRun),
    allowsTwins: said.allow_twins ?? false,
    allowTwins: (takes: boolean) => say({ allow_twins: takes || undefined }),
    /** Unit of the measured column, whose values are lengths. Undefined if the column's heading names an unknown unit. */
    unit,
    setUnit: setChosenUnit,
    /** Number whose point or comma is ambiguous, if there is one. `decimalSign` is the user's answer. */
    unclear,
    decimalSign: said.decimal_sign,
    setDecimalSign: (sign: DecimalSign) => say({ decimal_sign: sign }),
  }
}

/**
 * Returns the unit in a heading. Returns kilometres if the heading names no unit, and undefined if it names an unknown unit.
 */
function unitOf(head: string): LengthUnit | undefined {
  const { unit, unknown } = measuredHead(head)
  return unit ?? (unknown === undefined ? 'km' : undefined)
}

export type SheetImport<Field extends string, Answer extends SheetAnswer> = ReturnType<typeof useSheetImport<Field, Answer>>

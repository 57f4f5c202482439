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

/** What the API answers to any sheet. */
export interface SheetAnswer {
  import_id: number | null
  dry_run: boolean
  created: number
  failed: { row: number; field: string; message: string }[]
  /** Of these rows those that are only the same as another one; with `allow_twins` they are taken. */
  twins?: number
  /** A number of these rows of which nothing tells what its sign means; `decimal_sign` says it. */
  unclear_number?: string | null
  first_rows?: FirstRow[]
}

/** A row as it was read, by fields; null where a cell could not be read. */
export interface FirstRow {
  row: number
  values: Record<string, string | null>
}

/** What somebody says about a sheet that does not say it itself. */
interface Said {
  allow_twins?: boolean
  decimal_sign?: DecimalSign
  odometer_unit?: LengthUnit
}

/** What a sheet is of. */
export interface SheetKind<Field extends string, Answer extends SheetAnswer> {
  /** What each column can hold, by what people call it in the portal's languages, in lower case. */
  known: Readonly<Record<Field, readonly string[]>>
  /** Without a column of each of these no row can be good. */
  needed: readonly Field[]
  send: (
    body: { csv: string; business_id: number | null; columns: Record<Field, string>; dry_run: boolean } & Said,
    key: string,
  ) => Promise<Answer>
  /** Its numbers are lengths in a unit that the head says, or somebody else. */
  measured?: Field
  /** How a value is shown that was read; as it is without this. */
  show?: (field: string, value: string) => string
  /** Reads again what it makes old. */
  reread: () => Promise<unknown>
}

/** Before the name of a field, where its column is refused. */
const COLUMN = 'columns.'

/** A column that is chosen for nothing is not guessed by its head either. */
const chosenColumns = <Field extends string>(mapping: Mapping<Field>) =>
  Object.fromEntries(Object.entries<string>(mapping).map(([field, head]) => [field, head || '\u2205'])) as Record<Field, string>

/** The fields of the form that the API refused, and why; undefined where it refused for something else. */
function refusedParts(error: unknown): Record<string, string | undefined> | undefined {
  const { csv: file, business_id: business, ...others } = refusedFields(error)
  const columns = Object.entries(others).filter(([name]) => name.startsWith(COLUMN))
  if (!file && columns.length === 0 && !business) return undefined
  return { file, business, ...Object.fromEntries(columns.map(([name, sentence]) => [name.slice(COLUMN.length), sentence])) }
}

/** Somebody's answers to the questions that a sheet raised; another sheet raises others. */
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

/** Says at each required column, and at the business, that nobody chose it yet. */
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

/** An import on its way: at which step it is, what was chosen so far, what is wrong with it, and what the API said. */
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
  /** Tries again with what somebody said. */
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
    /** In what the measured column counts; undefined where its head says something else. */
    unit,
    setUnit: setChosenUnit,
    /** A number that may mean two things, and what somebody said that its decimal sign is. */
    unclear,
    decimalSign: said.decimal_sign,
    setDecimalSign: (sign: DecimalSign) => say({ decimal_sign: sign }),
  }
}

/** What a head says, or kilometres where it says nothing. */
function unitOf(head: string): LengthUnit | undefined {
  const { unit, unknown } = measuredHead(head)
  return unit ?? (unknown === undefined ? 'km' : undefined)
}

export type SheetImport<Field extends string, Answer extends SheetAnswer> = ReturnType<typeof useSheetImport<Field, Answer>>

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
}

/** What a sheet is of. */
export interface SheetKind<Field extends string, Answer extends SheetAnswer> {
  /** What each column can hold, by what people call it in the portal's languages, in lower case. */
  known: Readonly<Record<Field, readonly string[]>>
  /** Without it a sheet says nothing, and what is said where no column is chosen for it. */
  needed: Field
  neededText: string
  send: (
    body: {
      csv: string
      business_id: number | null
      columns: Record<Field, string>
      dry_run: boolean
      allow_twins?: boolean
    },
    key: string,
  ) => Promise<Answer>
  /** Reads again what it makes old. */
  reread: () => Promise<unknown>
}

/** Before the name of a field, where its column is refused. */
const COLUMN = 'columns.'

/** An import on its way: at which step it is, what was chosen so far, what is wrong with it, and what the API said. */
export function useSheetImport<Field extends string, Answer extends SheetAnswer>(kind: SheetKind<Field, Answer>) {
  const { t } = useTranslation('sheets')
  const notify = useNotify()
  const keyOf = useOnceKey()
  const { needed } = kind
  const [step, goTo] = useState(0)
  const [isRunning, setIsRunning] = useState(false)
  const [sheet, setSheet] = useState<Sheet>()
  const [mapping, setMapping] = useState<Mapping<Field>>()
  const [businessId, setBusinessId] = useState(useSession().user.business_id)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [trial, setTrial] = useState<Answer>()
  const [done, setDone] = useState<Answer>()
  const [allowsTwins, setAllowsTwins] = useState(false)

  const read = (next: Sheet) => {
    setSheet(next)
    setMapping(guessMapping(next.heads, kind.known))
    setErrors({})
    setAllowsTwins(false)
  }
  const toColumns = () => {
    if (!sheet) setErrors({ file: t('fileRequired') })
    else goTo(1)
  }
  const refuse = (error: unknown) => {
    const { csv: file, business_id: business, ...others } = refusedFields(error)
    const columns = Object.entries(others).filter(([name]) => name.startsWith(COLUMN))
    if (!file && columns.length === 0 && !business) return notify.failure(error)
    setErrors({ file, business, ...Object.fromEntries(columns.map(([name, sentence]) => [name.slice(COLUMN.length), sentence])) })
    goTo(file ? 0 : 1)
  }
  const run = async (dryRun: boolean, takesTwins = allowsTwins) => {
    if (!sheet || !mapping) return
    const wrong = {
      ...(mapping[needed] === '' && { [needed]: kind.neededText }),
      ...(businessId === null && { business: t('businessRequired') }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    // a column that is chosen for nothing is not guessed by its head either
    const entries = Object.entries<string>(mapping).map(([field, head]) => [field, head || '\u2205'])
    const columns = Object.fromEntries(entries) as Record<Field, string>
    const body = { csv: sheet.csv, business_id: businessId, columns, dry_run: dryRun, ...(takesTwins && { allow_twins: true }) }
    setIsRunning(true)
    try {
      const answer = await kind.send(body, keyOf(body))
      if (dryRun) setTrial(answer)
      else setDone(answer)
      goTo(dryRun ? 2 : 3)
      if (!dryRun) void kind.reread()
    } catch (error) {
      refuse(error)
    } finally {
      setIsRunning(false)
    }
  }
  return {
    ...{ step, goTo, sheet, mapping, setMapping, businessId, setBusinessId, errors, trial, done, isRunning, read, toColumns },
    run: (dryRun: boolean) => void run(dryRun),
    allowsTwins,
    /** Tries again, with rows that are the same as another one or without. */
    allowTwins: (takes: boolean) => {
      setAllowsTwins(takes)
      void run(true, takes)
    },
  }
}

export type SheetImport<Field extends string, Answer extends SheetAnswer> = ReturnType<typeof useSheetImport<Field, Answer>>

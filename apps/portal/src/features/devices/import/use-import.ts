import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { useSession } from '../../../lib/session/session.js'
import { changes, type DeviceImport, useDeviceChange } from '../queries/device-changes.js'
import type { Sheet } from './file-step.js'
import { type Mapping, SHEET_FIELDS } from './read-heads.js'

/** An import on its way: at which step it is, what was chosen so far, what is wrong with it, and what the API said. */
export function useImport() {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const importSheet = useDeviceChange(changes.import)
  const [step, goTo] = useState(0)
  const [sheet, setSheet] = useState<Sheet>()
  const [mapping, setMapping] = useState<Mapping>()
  const [businessId, setBusinessId] = useState(useSession().user.business_id)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [trial, setTrial] = useState<DeviceImport>()
  const [done, setDone] = useState<DeviceImport>()

  const read = (next: Sheet, guess: Mapping) => {
    setSheet(next)
    setMapping(guess)
    setErrors({})
  }
  const toColumns = () => {
    if (!sheet) setErrors({ file: t('import.fileRequired') })
    else goTo(1)
  }
  const refuse = (error: unknown) => {
    const { csv: file, 'columns.imei': imei, business_id: business } = refusedFields(error)
    if (!file && !imei && !business) return notify.failure(error)
    setErrors({ file, imei, business })
    goTo(file ? 0 : 1)
  }
  const run = (dryRun: boolean) => {
    if (!sheet || !mapping) return
    const wrong = {
      ...(mapping.imei === '' && { imei: t('import.imeiRequired') }),
      ...(businessId === null && { business: t('form.errors.business') }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    // a column that is chosen for nothing is not guessed by its head either
    const columns = Object.fromEntries(SHEET_FIELDS.map((field) => [field, mapping[field] || '\u2205']))
    const accept = (answer: DeviceImport) => {
      if (dryRun) setTrial(answer)
      else setDone(answer)
      goTo(dryRun ? 2 : 3)
    }
    importSheet.mutate(
      { csv: sheet.csv, business_id: businessId, columns, dry_run: dryRun },
      { onSuccess: accept, onError: refuse },
    )
  }
  return {
    step,
    goTo,
    sheet,
    mapping,
    setMapping,
    businessId,
    setBusinessId,
    errors,
    trial,
    done,
    isRunning: importSheet.isPending,
    read,
    toColumns,
    run,
  }
}

export type SheetImport = ReturnType<typeof useImport>

import { Stack } from '../../../components/layout/layout.js'
import Button from '@mui/material/Button'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { ApiError } from '../../../lib/api/api-error.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useSession } from '../../../lib/session/session.js'
import { changes, type DeviceImport, useDeviceChange } from '../queries/device-changes.js'
import { ColumnsStep } from './columns-step.js'
import { FileStep, type Sheet } from './file-step.js'
import { type Mapping, SHEET_FIELDS } from './read-heads.js'
import { ResultStep } from './result-step.js'

const STEPS = ['file', 'columns', 'check', 'result'] as const

/** T-19: trackers from a sheet in four steps: the file, which column holds what, what would happen, what did; and all of it undone. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['devices', 'common'])
  const notify = useNotify()
  const missingRight = useMissingRight('manage:devices')
  const importSheet = useDeviceChange(changes.import)
  const [step, setStep] = useState(0)
  const [sheet, setSheet] = useState<Sheet>()
  const [mapping, setMapping] = useState<Mapping>()
  const [businessId, setBusinessId] = useState(useSession().user.business_id)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [trial, setTrial] = useState<DeviceImport>()
  const [done, setDone] = useState<DeviceImport>()

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
    importSheet.mutate(
      { csv: sheet.csv, business_id: businessId, columns, dry_run: dryRun },
      {
        onSuccess: (answer) => {
          if (dryRun) setTrial(answer)
          else setDone(answer)
          setStep(dryRun ? 2 : 3)
        },
        onError: (error) => {
          const refused = error instanceof ApiError ? error.fieldErrors : {}
          const [file, imei, business] = [refused.csv?.[0], refused['columns.imei']?.[0], refused.business_id?.[0]]
          if (!file && !imei && !business) return notify.failure(error)
          setErrors({ file, imei, business })
          setStep(file ? 0 : 1)
        },
      },
    )
  }
  const back = step === 1 || step === 2
  const next = [
    <ActionButton key="file" variant="contained" disabledBecause={missingRight} onClick={toColumns}>
      {t('import.next')}
    </ActionButton>,
    <Button key="columns" variant="contained" loading={importSheet.isPending} onClick={() => run(true)}>
      {t('import.try')}
    </Button>,
    <ActionButton
      key="check"
      variant="contained"
      loading={importSheet.isPending}
      disabledBecause={trial?.created === 0 ? t('import.nothingGood') : undefined}
      onClick={() => run(false)}
    >
      {t('import.act', { count: trial?.created ?? 0, shown: formatCount(trial?.created ?? 0) })}
    </ActionButton>,
    <Button key="result" variant="contained" onClick={onClose}>
      {t('common:actions.close')}
    </Button>,
  ][step]

  return (
    <AskDialog
      isSheet
      width={760}
      title={t('import.title')}
      onClose={onClose}
      actions={
        <>
          {step < 3 && <Button onClick={onClose}>{t('common:actions.cancel')}</Button>}
          {back && <Button onClick={() => setStep(step - 1)}>{t('import.back')}</Button>}
          {next}
        </>
      }
    >
      <Stepper activeStep={step} alternativeLabel sx={{ mb: 2.5 }}>
        {STEPS.map((one) => (
          <Step key={one}>
            <StepLabel>{t(`import.steps.${one}`)}</StepLabel>
          </Step>
        ))}
      </Stepper>
      <Stack>
        {step === 0 && (
          <FileStep
            sheet={sheet}
            error={errors.file}
            onRead={(read, guess) => {
              setSheet(read)
              setMapping(guess)
              setErrors({})
            }}
          />
        )}
        {step === 1 && sheet && mapping && (
          <ColumnsStep {...{ sheet, mapping, businessId, errors }} onMapping={setMapping} onBusiness={setBusinessId} />
        )}
        {step === 2 && trial && <ResultStep result={trial} />}
        {step === 3 && done && <ResultStep result={done} />}
      </Stack>
    </AskDialog>
  )

  function toColumns(): void {
    if (!sheet) setErrors({ file: t('import.fileRequired') })
    else setStep(1)
  }
}

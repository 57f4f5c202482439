import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { useTranslation } from 'react-i18next'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { Stack, FieldPair } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { counted } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { FileStep, type Sheet } from './file-step.js'
import { type Mapping, SHEET_FIELDS } from './read-heads.js'
import { ResultStep } from './result-step.js'
import { type SheetImport, useImport } from './use-import.js'

const STEPS = ['file', 'columns', 'check', 'result'] as const

/** T-19: trackers from a sheet in four steps: the file, which column holds what, what would happen, what did; and all of it undone. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['devices', 'common'])
  const sheetImport = useImport()
  const { step, goTo, sheet, mapping, businessId, errors, trial, done } = sheetImport
  return (
    <AskDialog
      isSheet
      width={760}
      title={t('import.title')}
      onClose={onClose}
      actions={
        <>
          {step < 3 && <Button onClick={onClose}>{t('common:actions.cancel')}</Button>}
          {(step === 1 || step === 2) && <Button onClick={() => goTo(step - 1)}>{t('import.back')}</Button>}
          <NextButton sheetImport={sheetImport} onClose={onClose} />
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
        {step === 0 && <FileStep sheet={sheet} error={errors.file} onRead={sheetImport.read} />}
        {step === 1 && sheet && mapping && (
          <ColumnsStep
            sheet={sheet}
            mapping={mapping}
            businessId={businessId}
            errors={errors}
            onMapping={sheetImport.setMapping}
            onBusiness={sheetImport.setBusinessId}
          />
        )}
        {step === 2 && trial && <ResultStep result={trial} />}
        {step === 3 && done && <ResultStep result={done} />}
      </Stack>
    </AskDialog>
  )
}

/** The way on from each step. */
function NextButton({ sheetImport, onClose }: { sheetImport: SheetImport; onClose: () => void }) {
  const { t } = useTranslation(['devices', 'common'])
  const missingRight = useMissingRight('manage:devices')
  const { step, isRunning, trial, toColumns, run } = sheetImport
  const count = trial ? trial.created + trial.waiting : 0
  if (step === 0)
    return <ActionButton variant="contained" disabledBecause={missingRight} label={t('import.next')} onClick={toColumns} />
  if (step === 1)
    return <ActionButton variant="contained" loading={isRunning} label={t('import.try')} onClick={() => run(true)} />
  if (step === 2)
    return (
      <ActionButton
        variant="contained"
        loading={isRunning}
        disabledBecause={count === 0 ? t('import.nothingGood') : undefined}
        label={t('import.act', counted(count))}
        onClick={() => run(false)}
      />
    )
  return <ActionButton variant="contained" label={t('common:actions.close')} onClick={onClose} />
}

interface ColumnsStepProps {
  sheet: Sheet
  mapping: Mapping
  businessId: number | null
  errors: Record<string, string | undefined>
  onMapping: (mapping: Mapping) => void
  onBusiness: (id: number | null) => void
}

/** Which column holds what, and whose the trackers will be. */
function ColumnsStep({ sheet, mapping, businessId, errors, onMapping, onBusiness }: ColumnsStepProps) {
  const { t } = useTranslation('devices')
  return (
    <>
      <BusinessPicker
        id="import-business"
        label={t('columns.business_name')}
        value={businessId}
        error={businessId === null ? errors.business : undefined}
        onChange={onBusiness}
      />
      <FieldPair role="group" aria-label={t('import.steps.columns')}>
        {SHEET_FIELDS.map((field) => (
          <Field
            key={field}
            select
            label={t(`columns.${field}`)}
            value={mapping[field]}
            errorText={field === 'imei' ? errors.imei : undefined}
            onChange={({ target }) => onMapping({ ...mapping, [field]: target.value })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('import.noColumn')}</MenuItem>
            {sheet.heads.map((head) => (
              <MenuItem key={head} value={head}>
                {head}
              </MenuItem>
            ))}
          </Field>
        ))}
      </FieldPair>
    </>
  )
}

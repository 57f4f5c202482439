import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { counted } from '../../lib/format/numbers.js'
import { ActionButton } from '../action-button.js'
import { AskDialog } from '../ask-dialog.js'
import { Stack } from '../layout/index.js'
import { ColumnsStep } from './columns-step.js'
import { FileStep } from './file-step.js'
import { FirstRows } from './first-rows.js'
import { NumberChoice } from './number-choice.js'
import { type SheetAnswer, type SheetImport, type SheetKind, useSheetImport } from './use-sheet-import.js'

const STEPS = ['file', 'columns', 'check', 'result'] as const

interface SheetImportDialogProps<Field extends string, Answer extends SheetAnswer> {
  kind: SheetKind<Field, Answer>
  title: string
  /** Describes the expected contents of the file. */
  hint: string
  labelOf: (field: Field) => string
  /** Reason why this user is not allowed to import. Undefined if the user may import. */
  missingRight: string | undefined
  /** Returns the number of good rows in the trial and the label of the import button. */
  goodOf: (trial: Answer) => { count: number; label: string }
  renderResult: (answer: Answer) => ReactNode
  onClose: () => void
}

/**
 * Sheet import in four steps: file, columns, trial, result (T-19). A trial checks all rows without saving them. The import can be
 * undone.
 */
export function SheetImportDialog<Field extends string, Answer extends SheetAnswer>(
  props: SheetImportDialogProps<Field, Answer>,
) {
  const { kind, title, hint, labelOf, renderResult, onClose } = props
  const { t } = useTranslation(['sheets', 'common'])
  const sheetImport = useSheetImport(kind, labelOf)
  const { step, goTo, sheet, errors, trial, done } = sheetImport
  return (
    <AskDialog
      isSheet
      width={760}
      title={title}
      onClose={onClose}
      actions={
        <>
          {step < 3 && <Button onClick={onClose}>{t('common:actions.cancel')}</Button>}
          {(step === 1 || step === 2) && <Button onClick={() => goTo(step - 1)}>{t('back')}</Button>}
          <NextButton {...props} sheetImport={sheetImport} />
        </>
      }
    >
      <Stepper activeStep={step} alternativeLabel sx={{ mb: 2.5 }}>
        {STEPS.map((one) => (
          <Step key={one}>
            <StepLabel>{t(`steps.${one}`)}</StepLabel>
          </Step>
        ))}
      </Stepper>
      <Stack>
        {step === 0 && <FileStep sheet={sheet} error={errors.file} hint={hint} onRead={sheetImport.read} />}
        {step === 1 && <ColumnsStep kind={kind} labelOf={labelOf} sheetImport={sheetImport} />}
        {step === 2 && trial && <CheckStep {...props} sheetImport={sheetImport} trial={trial} />}
        {step === 3 && done && renderResult(done)}
      </Stack>
    </AskDialog>
  )
}

type StepProps<Field extends string, Answer extends SheetAnswer> = SheetImportDialogProps<Field, Answer> & {
  sheetImport: SheetImport<Field, Answer>
}

/** Trial step: the first rows as read, the expected result, and questions that only the user can answer. */
function CheckStep<Field extends string, Answer extends SheetAnswer>({
  trial,
  sheetImport,
  kind,
  labelOf,
  renderResult,
}: StepProps<Field, Answer> & { trial: Answer }) {
  const { sheet, mapping, unclear, unit = 'km', decimalSign, setDecimalSign, isRunning } = sheetImport
  const placeOf = (field: Field) => sheet?.heads.indexOf(mapping?.[field] ?? '') ?? 0
  const inOrder = (Object.keys(kind.known) as Field[]).sort((one, other) => placeOf(one) - placeOf(other))
  const fields = inOrder.map((field) => (field === kind.measured ? MEASURED : field))
  return (
    <>
      <FirstRows
        rows={trial.first_rows ?? []}
        fields={fields}
        labelOf={(field) => (field === MEASURED && kind.measured ? labelOf(kind.measured) : labelOf(field as Field))}
        show={kind.show}
      />
      {unclear !== undefined && (
        <NumberChoice number={unclear} unit={unit} value={decimalSign} isDisabled={isRunning} onChange={setDecimalSign} />
      )}
      {renderResult(trial)}
      <TwinsChoice trial={trial} sheetImport={sheetImport} />
    </>
  )
}

/** API name of the field with a length, in metres. */
const MEASURED = 'odometer_m'

/** Asks whether to import rows that duplicate another row. Shown only if there are such rows. */
function TwinsChoice<Field extends string, Answer extends SheetAnswer>({
  trial,
  sheetImport,
}: {
  trial: Answer
  sheetImport: SheetImport<Field, Answer>
}) {
  const { t } = useTranslation('sheets')
  const { allowsTwins, allowTwins, isRunning } = sheetImport
  const [count, setCount] = useState(trial.twins ?? 0)
  if (!allowsTwins && trial.twins !== undefined && trial.twins !== count) setCount(trial.twins)
  if (count === 0) return null
  return (
    <FormControlLabel
      control={<Checkbox checked={allowsTwins} disabled={isRunning} onChange={({ target }) => allowTwins(target.checked)} />}
      label={t('twins', counted(count))}
    />
  )
}

/** Button to the next step. */
function NextButton<Field extends string, Answer extends SheetAnswer>(props: StepProps<Field, Answer>) {
  const { sheetImport, missingRight, goodOf, onClose } = props
  const { t } = useTranslation(['sheets', 'common'])
  const { step, isRunning, trial, toColumns, run } = sheetImport
  if (step === 0) return <ActionButton variant="contained" disabledBecause={missingRight} label={t('next')} onClick={toColumns} />
  if (step === 1) return <ActionButton variant="contained" loading={isRunning} label={t('try')} onClick={() => run(true)} />
  if (step === 2 && trial) {
    const { count, label } = goodOf(trial)
    return (
      <ActionButton
        variant="contained"
        loading={isRunning}
        disabledBecause={count === 0 ? t('nothingGood') : undefined}
        label={label}
        onClick={() => run(false)}
      />
    )
  }
  return <ActionButton variant="contained" label={t('common:actions.close')} onClick={onClose} />
}

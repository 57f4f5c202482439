import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { CircleCheck, TriangleAlert, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Frame, ListRow, Row } from '../../components/layout/layout.js'
import { Span } from '../../components/layout/text.js'
import { FactLine } from '../../components/fact-line.js'
import { Field } from '../../components/field.js'
import { ErrorNotice } from '../../components/error-notice.js'
import { formatCount } from '../../lib/format/numbers.js'
import type { RowResult } from '../bulk-action.js'
import type { Bulk, BulkRun } from '../use-bulk.js'

interface BulkDialogProps<Row> {
  bulk: Bulk<Row>
  nameOf: (row: Row) => string
  /** Called when the dialog closes after the action ran. */
  onFinished: () => void
}

/** Dialog of a bulk action, from its preview to the outcome for each row. It cannot be closed while the action runs. */
export function BulkDialog<Row>({ bulk, nameOf, onFinished }: BulkDialogProps<Row>) {
  if (!bulk.run) return null
  const { step } = bulk.run.progress
  const close = () => {
    if (step === 'done' || step === 'undone') onFinished()
    bulk.close()
  }
  return <RunDialog run={bulk.run} nameOf={nameOf} onConfirm={bulk.confirm} onUndo={bulk.undo} onClose={close} />
}

interface RunDialogProps<Row> extends RunStepProps<Row> {
  onConfirm: (chosen?: string) => void
  onUndo: () => void
  onClose: () => void
}

function RunDialog<Row>({ run, nameOf, onConfirm, onUndo, onClose }: RunDialogProps<Row>) {
  const { t } = useTranslation(['table', 'common'])
  const title = useId()
  const [chosen, setChosen] = useState('')
  const { action, progress } = run
  const isPreview = progress.step === 'preview'
  const isBusy = progress.step === 'collecting' || progress.step === 'running' || progress.step === 'undoing'
  const isReady = isPreview && progress.tried.length > 0 && (action.choice === undefined || chosen !== '')
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} onClose={isBusy ? undefined : onClose}>
      <DialogTitle id={title}>{action.label}</DialogTitle>
      <DialogContent aria-live="polite" sx={{ display: 'grid', gap: 2 }}>
        {isPreview && <Preview run={run} nameOf={nameOf} chosen={chosen} onChoose={setChosen} />}
        <Outcome run={run} nameOf={nameOf} />
      </DialogContent>
      <DialogActions>
        {progress.step === 'done' && action.undo && progress.done.length > 0 && (
          <Button startIcon={<Undo2 />} onClick={onUndo} sx={{ mr: 'auto' }}>
            {t('bulk.undo')}
          </Button>
        )}
        <Button autoFocus={isPreview} disabled={isBusy} onClick={onClose}>
          {isPreview ? t('common:actions.cancel') : t('common:actions.close')}
        </Button>
        {isPreview && (
          <Button
            variant="contained"
            disabled={!isReady}
            color={action.isDanger ? 'error' : undefined}
            onClick={() => onConfirm(chosen || undefined)}
          >
            {action.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface RunStepProps<Row> {
  run: BulkRun<Row>
  nameOf: (row: Row) => string
}

interface PreviewProps<Row> extends RunStepProps<Row> {
  chosen: string
  onChoose: (value: string) => void
}

/** Preview: the effect, the choice to make, and the rows that are left out. */
function Preview<Row>({ run: { action, progress }, nameOf, chosen, onChoose }: PreviewProps<Row>) {
  const { t } = useTranslation('table')
  if (progress.step !== 'preview') return null
  return (
    <>
      <Typography variant="body2">{action.effectOn(progress.tried.length)}</Typography>
      {action.choice && (
        <Field select label={action.choice.label} value={chosen} onChange={({ target }) => onChoose(target.value)}>
          {action.choice.options.map(({ value, label, disabledBecause }) => (
            <MenuItem key={value} value={value} disabled={disabledBecause !== undefined}>
              <ListItemText primary={label} secondary={disabledBecause} sx={{ m: 0 }} />
            </MenuItem>
          ))}
        </Field>
      )}
      <Refusals title={t('bulk.leftOut', counted(progress.refused.length))} refused={progress.refused} nameOf={nameOf} />
    </>
  )
}

/** Progress, and then the outcome for the rows. */
function Outcome<Row>({ run: { progress }, nameOf }: RunStepProps<Row>) {
  const { t } = useTranslation('table')
  switch (progress.step) {
    case 'preview':
      return null
    case 'collecting':
      return <Busy text={t('bulk.collecting')} />
    case 'running':
    case 'undoing':
      return <Busy text={t('bulk.running', counted(progress.count))} />
    case 'failed':
      return <ErrorNotice error={progress.error} onRetry={() => void progress.again()} isChange />
    case 'done':
    case 'undone':
      return (
        <>
          {progress.step === 'done' ? (
            <FactLine icon={CircleCheck} tone="moving">
              {t('bulk.done', counted(progress.done.length))}
            </FactLine>
          ) : (
            <FactLine icon={Undo2} tone="secondary">
              {t('bulk.undone', counted(progress.count))}
            </FactLine>
          )}
          <Refusals title={t('bulk.refused', counted(progress.refused.length))} refused={progress.refused} nameOf={nameOf} />
        </>
      )
  }
}

const counted = (count: number) => ({ count, shown: formatCount(count) })

function Busy({ text }: { text: string }) {
  return (
    <Row gap={1.5} role="status">
      <CircularProgress aria-hidden />
      {text}
    </Row>
  )
}

interface RefusalsProps<Row> {
  title: string
  refused: readonly RowResult<Row>[]
  nameOf: (row: Row) => string
}

function Refusals<Row>({ title, refused, nameOf }: RefusalsProps<Row>) {
  if (refused.length === 0) return null
  return (
    <div>
      <FactLine icon={TriangleAlert} tone="warning">
        {title}
      </FactLine>
      <Frame component="ul" aria-label={title} tabIndex={0} mostPx={240}>
        {refused.map(({ row, refusedBecause }, at) => (
          <ListRow component="li" key={at} wrap gap={2} pad={[0.75, 1.5]}>
            <Span component="strong" weight="strong" grow={140}>
              {nameOf(row)}
            </Span>
            <Span tone="secondary" grow={200}>
              {refusedBecause}
            </Span>
          </ListRow>
        ))}
      </Frame>
    </div>
  )
}

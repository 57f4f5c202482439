import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Row } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'
import { CheckTagging, TaggingOutcome } from './check-tagging.js'
import { ChooseTags, LIST_PX } from './choose-tags.js'
import type { Taggable, TaggedEntity, TaggingWay } from './taggable.js'
import { type TaggingStep, useTaggingRun } from './use-tagging-run.js'
import { useWayBack } from './use-way-back.js'

/** Height in px of a field with two lines of tags and a hint. */
const FIELD_PX = 152
const STEPS = ['choose', 'check', 'result'] as const

function placeOf(at: TaggingStep): number {
  if (at.step === 'failed') return placeOf(at.back)
  if (at.step === 'busy') return at.what === 'checking' ? 1 : 2
  return { choose: 0, check: 1, done: 2, undone: 2 }[at.step]
}

/** Tags many vehicles in three steps (R-159, G-65). It cannot be closed while working. */
export function TaggingDialog({ way, rows, onClose }: { way: TaggingWay; rows: readonly Taggable[]; onClose: () => void }) {
  const { t } = useTranslation(['tags', 'common'])
  const run = useTaggingRun(way, rows)
  const names = useMemo(() => new Map(rows.map(({ id, name }) => [id, name])), [rows])
  const nameOf = ({ id, name }: TaggedEntity) => name ?? names.get(id) ?? String(id)
  const { at } = run
  const [isMissing, setIsMissing] = useState(false)
  const isBusy = at.step === 'busy'
  const label = t(way === 'attach' ? 'bulk.add' : 'bulk.remove')
  const isDone = at.step === 'done' || at.step === 'undone'
  const offerWayBack = useWayBack()
  const leave = () => {
    if (at.step === 'done') offerWayBack(at.result)
    onClose()
  }
  return (
    <AskDialog
      isSheet
      width={640}
      title={t(way === 'attach' ? 'bulk.addTo' : 'bulk.removeFrom', counted(rows.length))}
      onClose={isBusy ? () => undefined : leave}
      actions={
        <>
          {at.step === 'done' && at.result.undoIds.length > 0 && (
            <ActionButton icon={Undo2} label={t('actions.undo')} onClick={run.undo} sx={{ mr: 'auto' }} />
          )}
          {(at.step === 'check' || at.step === 'failed') && (
            <ActionButton onClick={run.back} sx={{ mr: 'auto' }}>
              {t('bulk.back', { step: t(`bulk.steps.${STEPS[at.step === 'failed' ? placeOf(at) : 0] ?? 'choose'}`) })}
            </ActionButton>
          )}
          <ActionButton disabled={isBusy} onClick={leave}>
            {t(isDone ? 'common:actions.close' : 'common:actions.cancel')}
          </ActionButton>
          {at.step === 'choose' && (
            <ActionButton
              variant="contained"
              label={t('bulk.toCheck')}
              onClick={() => (run.tags.length === 0 ? setIsMissing(true) : run.check('refuse'))}
            />
          )}
          {at.step === 'check' && (
            <ActionButton
              variant="contained"
              label={label}
              disabledBecause={at.preview.changed === 0 ? t('bulk.nothing') : undefined}
              onClick={run.confirm}
            />
          )}
        </>
      }
    >
      <Stepper activeStep={isDone ? STEPS.length : placeOf(at)} sx={{ mb: 2.5, mt: 0.5 }}>
        {STEPS.map((step) => (
          <Step key={step}>
            <StepLabel>{t(`bulk.steps.${step}`)}</StepLabel>
          </Step>
        ))}
      </Stepper>
      <Box aria-live="polite" sx={{ minHeight: at.step === 'choose' ? LIST_PX + FIELD_PX : 120 }}>
        {at.step === 'choose' && (
          <ChooseTags
            way={way}
            rows={rows}
            chosen={run.tags}
            onChange={run.setTags}
            errorText={isMissing && run.tags.length === 0 ? t('bulk.chooseOne') : undefined}
          />
        )}
        {at.step === 'check' && (
          <CheckTagging preview={at.preview} onConflict={run.onConflict} onChange={run.check} nameOf={nameOf} />
        )}
        {isDone && <TaggingOutcome result={at.result} isUndone={at.step === 'undone'} nameOf={nameOf} />}
        {isBusy && (
          <Row gap={1.5} role="status">
            <CircularProgress aria-hidden />
            {t(`bulk.${at.what}`)}
          </Row>
        )}
        {at.step === 'failed' && <ErrorNotice error={at.error} onRetry={at.again} isChange />}
      </Box>
    </AskDialog>
  )
}

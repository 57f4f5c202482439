import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { changes, type DeviceUpdate, useDeviceChange } from '../queries/device-changes.js'
import { PanelItem, type Tone } from './panel-item.js'

type State = DeviceUpdate['state']
const TONES: Readonly<Record<State, Tone>> = { queued: 'idle', sent: 'warning', done: 'moving', failed: 'missing' }
/** States to which a user can change an update, by its present state. A separate tool writes the update to the tracker. */
const NEXT: Readonly<Record<State, readonly State[]>> = { queued: ['sent'], sent: ['done', 'failed'], done: [], failed: [] }

/** Shows one update: old and new version, progress, and buttons to record the next state. */
export function UpdateItem({ update, disabledBecause }: { update: DeviceUpdate; disabledBecause?: string }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const move = useDeviceChange(changes.moveUpdate, {
    done: (_moved, { state: next }) => t('updates.moved', { state: t(`updates.states.${next}`) }),
  })
  const [failure, setFailure] = useState<string>()
  const { state } = update
  const fromTo = (what: string, from: string | null, to: string | null) =>
    to !== null && t('updates.fromTo', { what, from: from ?? '—', to })
  const moved = (next: State, why?: string) => move.mutate({ id: update.id, state: next, ...(why && { failure: why }) })
  const onMove = (next: State) => (next === 'failed' ? setFailure('') : moved(next))
  return (
    <PanelItem
      title={[
        fromTo(t('columns.firmware_version'), update.from_firmware, update.to_firmware),
        fromTo(t('columns.settings_crc'), update.from_settings_crc, update.to_settings_crc),
      ]
        .filter(Boolean)
        .join(', ')}
      state={{ label: t(`updates.states.${state}`), tone: TONES[state] }}
      lines={[
        update.requested_by
          ? t('updates.askedBy', { at: format.dateTime(update.created_at), name: update.requested_by })
          : t('updates.askedAt', { at: format.dateTime(update.created_at) }),
        update.sent_at && t('updates.sentAt', { at: format.dateTime(update.sent_at) }),
        update.ended_at && t('updates.endedAt', { at: format.dateTime(update.ended_at) }),
        update.failure,
      ]}
      actions={NEXT[state].length > 0 && <Steps update={update} disabledBecause={disabledBecause} onMove={onMove} />}
    >
      {failure !== undefined && state === 'sent' && (
        <WhyForm
          why={failure}
          onWhy={setFailure}
          onCancel={() => setFailure(undefined)}
          onTell={() => moved('failed', failure.trim())}
        />
      )}
    </PanelItem>
  )
}

interface StepsProps {
  update: DeviceUpdate
  disabledBecause: string | undefined
  onMove: (next: State) => void
}

/** Shows buttons for the states that the update can change to. */
function Steps({ update: { id, state }, disabledBecause, onMove }: StepsProps) {
  const { t } = useTranslation('devices')
  const takeBack = useDeviceChange(changes.takeBackUpdate, { done: () => t('updates.takenBack') })
  return (
    <>
      {NEXT[state].map((next) => (
        <ActionButton key={next} size="small" disabledBecause={disabledBecause} onClick={() => onMove(next)}>
          {t(`updates.mark.${next as 'sent'}`)}
        </ActionButton>
      ))}
      {state === 'queued' && (
        <ActionButton size="small" disabledBecause={disabledBecause} onClick={() => takeBack.mutate(id)}>
          {t('updates.takeBack')}
        </ActionButton>
      )}
    </>
  )
}

interface WhyFormProps {
  why: string
  onWhy: (why: string) => void
  onCancel: () => void
  onTell: () => void
}

/** Asks why an update failed. The reason is required. */
function WhyForm({ why, onWhy, onCancel, onTell }: WhyFormProps) {
  const { t } = useTranslation(['devices', 'common'])
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (why.trim() !== '') onTell()
      }}
      sx={{ display: 'grid', gap: 1, mt: 1 }}
    >
      <Field
        autoFocus
        label={t('updates.why')}
        value={why}
        onChange={({ target }) => onWhy(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Row align="stretch">
        <ActionButton size="small" label={t('common:actions.cancel')} onClick={onCancel} />
        <ActionButton size="small" type="submit" variant="contained" disabled={why.trim() === ''}>
          {t('updates.mark.failed')}
        </ActionButton>
      </Row>
    </Box>
  )
}

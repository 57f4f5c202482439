import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import type { components } from '../../../lib/api/schema.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { Code } from './code.js'
import { PanelItem, type Tone } from './panel-item.js'

type Command = components['schemas']['DeviceCommand']

const TONES: Readonly<Record<Command['state'], Tone>> = {
  queued: 'idle',
  sent: 'warning',
  acknowledged: 'moving',
  failed: 'missing',
  expired: 'offline',
  cancelled: 'offline',
}

/** One command from the request to its end, with what the tracker answered. */
export function CommandItem({ command, cannotCancel }: { command: Command; cannotCancel?: string }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const notify = useNotify()
  const cancel = useDeviceChange(changes.cancel)
  const { id, device_id, kind, text, state, requested_by, created_at, expires_at, sent_at, replied_at, reply } = command
  const title = kind === 'text' ? (text ?? '') : t(`commands.kinds.${kind as 'locate'}`)
  return (
    <PanelItem
      title={<Box sx={kind === 'text' ? { fontFamily: 'ui-monospace, monospace', fontWeight: 500 } : undefined}>{title}</Box>}
      state={{ label: t(`commands.states.${state}`), tone: TONES[state] }}
      lines={[
        requested_by
          ? t('commands.askedBy', { at: format.dateTime(created_at), name: requested_by })
          : t('commands.askedAt', { at: format.dateTime(created_at) }),
        sent_at && t('commands.sentAt', { at: format.dateTime(sent_at) }),
        replied_at && t('commands.repliedAt', { at: format.dateTime(replied_at) }),
        state === 'queued' && t('commands.until', { at: format.dateTime(expires_at) }),
        command.failure && t(`commands.failures.${command.failure as 'no_answer'}`),
        command.failure_detail,
        command.location_hidden && t('commands.hidden'),
      ]}
      actions={
        state === 'queued' && (
          <ActionButton
            size="small"
            disabledBecause={cannotCancel}
            loading={cancel.isPending}
            label={t('commands.cancel')}
            onClick={() =>
              cancel.mutate(
                { id: device_id, commandId: id },
                { onSuccess: () => notify.success(t('commands.cancelled')), onError: notify.failure },
              )
            }
          />
        )
      }
    >
      {reply && <Code label={t('commands.reply')} text={reply} />}
    </PanelItem>
  )
}

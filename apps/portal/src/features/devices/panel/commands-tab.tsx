import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { Bluetooth, Send, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Form } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import type { components } from '../../../lib/api/schema.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { commandsQuery } from '../queries/device-queries.js'
import { Code } from './code.js'
import { Loaded } from '../../../components/loaded.js'
import { PanelItem, type Tone } from './panel-item.js'

const LONGEST = 1_000

/** Sends commands in the maker's own syntax, helps to locate the vehicle, and lists the commands with their results. */
export function CommandsTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const query = useQuery(commandsQuery(device.id))
  const cannotSend = useMissingRight('manage:devices')
  return (
    <Stack>
      <CommandForm device={device} cannotSend={cannotSend} />
      <Loaded query={query} nothing={{ icon: Terminal, title: t('commands.none') }}>
        {(commands) => (
          <ol aria-label={t('commands.history')}>
            {commands.map((command) => (
              <CommandItem key={command.id} command={command} cannotCancel={cannotSend} />
            ))}
          </ol>
        )}
      </Loaded>
    </Stack>
  )
}

function CommandForm({ device, cannotSend }: { device: Device; cannotSend: string | undefined }) {
  const { t } = useTranslation('devices')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const send = useDeviceChange(changes.send, {
    done: () => t('commands.queued'),
    then: () => setText(''),
    refused: { text: setError },
  })
  const submit = () => {
    const words = text.trim()
    if (words === '') return setError(t('commands.required'))
    setError(undefined)
    send.mutate({ id: device.id, text: words })
  }
  return (
    <Form
      gap={1.5}
      aria-label={t('commands.new')}
      onSubmit={() => {
        if (cannotSend === undefined) submit()
      }}
    >
      <Field
        label={t('commands.text')}
        value={text}
        errorText={error}
        helperText={t('commands.hint')}
        onChange={({ target }) => setText(target.value)}
        slotProps={{
          htmlInput: { maxLength: LONGEST, autoComplete: 'off', autoCapitalize: 'off', spellCheck: false },
          input: { sx: { '& input': { fontFamily: 'ui-monospace, monospace' } } },
        }}
      />
      <Row align="stretch" wrap>
        <ActionButton type="submit" variant="contained" disabledBecause={cannotSend} loading={send.isPending} icon={Send}>
          {t('commands.send')}
        </ActionButton>
        <LocateButton device={device} />
      </Row>
    </Form>
  )
}

/** Button that makes the tracker discoverable by a phone nearby. */
function LocateButton({ device: { entity_id: entityId } }: { device: Device }) {
  const { t } = useTranslation('devices')
  const locate = useDeviceChange(changes.locate, { done: () => t('commands.locating') })
  const cannotLocate = useMissingRight('update:entity')
  return (
    <ActionButton
      disabledBecause={cannotLocate ?? (entityId === null ? t('commands.onNoVehicle') : undefined)}
      loading={locate.isPending}
      icon={Bluetooth}
      label={t('commands.locate')}
      onClick={() => entityId !== null && locate.mutate(entityId)}
    />
  )
}

type Command = components['schemas']['DeviceCommand']

const TONES: Readonly<Record<Command['state'], Tone>> = {
  queued: 'idle',
  sent: 'warning',
  acknowledged: 'moving',
  failed: 'missing',
  expired: 'offline',
  cancelled: 'offline',
}

/** Shows one command from the request to its result, with the tracker's response. */
function CommandItem({ command, cannotCancel }: { command: Command; cannotCancel?: string }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const cancel = useDeviceChange(changes.cancel, { done: () => t('commands.cancelled') })
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
            onClick={() => cancel.mutate({ id: device_id, commandId: id })}
          />
        )
      }
    >
      {reply && <Code label={t('commands.reply')} text={reply} />}
    </PanelItem>
  )
}

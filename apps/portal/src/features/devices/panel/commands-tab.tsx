import { useQuery } from '@tanstack/react-query'
import { Bluetooth, Send, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Form } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { commandsQuery } from '../queries/device-queries.js'
import { CommandItem } from './command-item.js'
import { Loaded } from './loaded.js'

const LONGEST = 1_000

/** Tells a tracker something in its maker's words, helps to find its vehicle, and shows what became of each command. */
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
  const notify = useNotify()
  const send = useDeviceChange(changes.send)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    const words = text.trim()
    if (words === '') return setError(t('commands.required'))
    setError(undefined)
    send.mutate(
      { id: device.id, text: words },
      {
        onSuccess: () => {
          notify.success(t('commands.queued'))
          setText('')
        },
        onError: (cause) => {
          const refused = refusedFields(cause).text
          if (refused) setError(refused)
          else notify.failure(cause)
        },
      },
    )
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

/** Has the tracker make itself heard to a phone nearby. */
function LocateButton({ device: { entity_id: entityId } }: { device: Device }) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const locate = useDeviceChange(changes.locate)
  const cannotLocate = useMissingRight('update:entity')
  return (
    <ActionButton
      disabledBecause={cannotLocate ?? (entityId === null ? t('commands.onNoVehicle') : undefined)}
      loading={locate.isPending}
      icon={Bluetooth}
      label={t('commands.locate')}
      onClick={() => {
        if (entityId === null) return
        locate.mutate(entityId, { onSuccess: () => notify.success(t('commands.locating')), onError: notify.failure })
      }}
    />
  )
}

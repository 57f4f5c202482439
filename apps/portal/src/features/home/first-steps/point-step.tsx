import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { Hint, Row, SmallHint, Stack } from '../../../components/layout/index.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import type { FirstSteps } from './first-steps-query.js'
import { MAKERS } from './makers.js'

/** Host names of this machine that trackers elsewhere cannot reach. */
const ONLY_HERE = new Set(['localhost', '127.0.0.1', '[::1]'])

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1.5fr)' },
}))
const CommandField = styled(Field)({ flex: '1 1 260px', '& input': { fontFamily: 'ui-monospace, monospace', fontSize: 13 } })
const fixed = { input: { readOnly: true }, htmlInput: { spellCheck: false, autoComplete: 'off' } }

/** Shows the server and command for a maker's trackers, and that the portal waits for the first one. */
export function PointStep({ gateway }: Pick<FirstSteps, 'gateway'>) {
  const { t } = useTranslation(['home', 'common'])
  const [name, setName] = useState(MAKERS[0]!.name)
  const [apn, setApn] = useState('')
  const host = gateway.host ?? window.location.hostname
  const maker = MAKERS.find((one) => one.name === name) ?? MAKERS[0]!
  const port = gateway.ports.find(({ protocol }) => protocol === maker.protocol)?.port ?? 0
  const isOnlyHere = gateway.host === null && ONLY_HERE.has(host)
  return (
    <Stack gap={1.5}>
      <Fields>
        <Field
          label={t('steps.point.maker')}
          value={name}
          options={MAKERS.map((one) => ({ value: one.name, label: one.name }))}
          onChange={({ target }) => setName(target.value)}
        />
        <Field label={t('steps.point.host')} value={host} slotProps={fixed} />
        <Field label={t('steps.point.port')} value={port} slotProps={fixed} />
        <Field isOptional label={t('steps.point.apn')} value={apn} onChange={({ target }) => setApn(target.value.trim())} />
      </Fields>
      {isOnlyHere && <SmallHint tone="warning">{t('steps.point.onlyHere')}</SmallHint>}
      <Command text={maker.command?.({ host, port, apn })} isApp={maker.protocol === 'osmand'} isOfUse={!isOnlyHere} />
      <Row role="status" size="dense" tone="secondary">
        <CircularProgress size={14} aria-hidden />
        {t('steps.point.waiting')}
      </Row>
    </Stack>
  )
}

interface CommandProps {
  text: string | undefined
  isApp: boolean
  /** False if the command contains a server that trackers cannot reach. */
  isOfUse: boolean
}

/** Shows the command with a copy button. Without a known command it explains what to set. */
function Command({ text, isApp, isOfUse }: CommandProps) {
  const { t } = useTranslation(['home', 'common'])
  const copy = useCopy(t('steps.point.copied'))
  if (text === undefined) return <Hint>{t('steps.point.byHand')}</Hint>
  return (
    <Row align="end" wrap>
      <CommandField
        label={t(isApp ? 'steps.point.url' : 'steps.point.command')}
        value={text}
        onFocus={({ target }) => target.select()}
        slotProps={fixed}
      />
      <ActionButton
        variant={isOfUse ? 'contained' : 'outlined'}
        icon={Copy}
        label={t('common:actions.copy')}
        onClick={() => copy(text)}
      />
    </Row>
  )
}

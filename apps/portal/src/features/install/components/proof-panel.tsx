import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { ReturnDialog } from '../../returns/index.js'
import type { Installed } from '../form/use-install.js'
import { CheckList } from '../verification/index.js'

interface ProofPanelProps {
  title: string
  installed: Installed
  /** IMEI of the vehicle's previous tracker, if it is to be returned. */
  oldImei?: string
  onLiveTest: (imei: string) => void
}

/** Shows the vehicle saved last, the checks of its installation, and a button for the live test. */
export function ProofPanel({ title, installed, oldImei, onLiveTest }: ProofPanelProps) {
  const { t } = useTranslation('install')
  const titleId = useId()
  const [returning, setReturning] = useState<string>()
  const { imei, entityId } = installed
  return (
    <Stack component="section" aria-labelledby={titleId} gap={1.5} pad={2} ground="paper">
      <Row wrap>
        <Text grow={160}>
          <Text component="h2" size="heading" breaks id={titleId}>
            {title}
          </Text>
          <Span size="caption" tone="secondary" tabular>
            {entityId === undefined ? t('saved.kept') : formatImei(imei)}
          </Span>
        </Text>
        {entityId !== undefined && (
          <Button size="small" onClick={() => onLiveTest(imei)}>
            {t('saved.test')}
          </Button>
        )}
      </Row>
      {entityId !== undefined && <CheckList entityId={entityId} size="panel" onStartReturn={() => setReturning(imei)} />}
      {oldImei !== undefined && (
        <Button onClick={() => setReturning(oldImei)}>{t('saved.returnOld', { imei: formatImei(oldImei) })}</Button>
      )}
      {returning !== undefined && <ReturnDialog imei={returning} entityId={entityId} onClose={() => setReturning(undefined)} />}
    </Stack>
  )
}

import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { SmartphoneNfc } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { EmptyState } from '../../../components/empty-state.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { ReturnDialog } from '../../returns/index.js'
import { CheckList } from '../verification/index.js'
import type { Done } from './use-mobile-address.js'

/** The last screen: whether it works, live, and what to do where it does not (D.8). */
export function DoneScreen({ done }: { done: Done }) {
  const { t } = useTranslation('installMobile')
  const heading = useRef<HTMLHeadingElement>(null)
  const [returning, setReturning] = useState<string>()
  const { entityId, name, imei, oldImei } = done
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  if (entityId === undefined)
    return <EmptyState icon={SmartphoneNfc} title={t('done.kept')} text={t('done.keptText', { name })} />
  return (
    <Stack>
      <div>
        <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ fontSize: 18, outline: 'none', overflowWrap: 'anywhere' }}>
          {name || t('done.title')}
        </Typography>
        {imei !== '' && (
          <Text component="p" size="dense" tone="secondary" tabular>
            {formatImei(imei)}
          </Text>
        )}
      </div>
      <CheckList entityId={entityId} size="large" onStartReturn={imei === '' ? undefined : () => setReturning(imei)} />
      {oldImei !== undefined && (
        <Alert
          severity="info"
          action={
            <Button size="small" onClick={() => setReturning(oldImei)} sx={{ minHeight: 44 }}>
              {t('done.return')}
            </Button>
          }
        >
          {t('done.old', { imei: formatImei(oldImei) })}
        </Alert>
      )}
      {returning !== undefined && <ReturnDialog imei={returning} entityId={entityId} onClose={() => setReturning(undefined)} />}
    </Stack>
  )
}

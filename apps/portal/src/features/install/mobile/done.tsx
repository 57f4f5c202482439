import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Check, SmartphoneNfc, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../../components/empty-state.js'
import { Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { ReturnDialog } from '../../returns/index.js'
import { useKeptWork } from '../outbox/use-kept-work.js'
import { CheckList } from '../verification/index.js'
import type { MobilePaths } from './mobile-paths.js'
import type { Done } from './use-mobile-address.js'

interface DoneBarProps {
  done: Done
  entityPath: MobilePaths['entity']
  /** Label of the button for the next piece of work. */
  nextLabel: string
  onNext: () => void
}

/** Buttons after saving. A vehicle that was not sent yet has no page to open. */
export function DoneBar({ done: { entityId }, entityPath, nextLabel, onNext }: DoneBarProps) {
  const { t } = useTranslation('installMobile')
  return (
    <>
      {entityPath && entityId !== undefined && (
        <Button component={Link} to={entityPath(entityId)} size="large" fullWidth>
          {t('done.open')}
        </Button>
      )}
      <Button variant="contained" size="large" fullWidth onClick={onNext}>
        {nextLabel}
      </Button>
    </>
  )
}

/** Returns the saved vehicle. A kept vehicle has its ID as soon as it was sent, and then has its check list like any other. */
export function useDone(saved: Done | undefined): Done | undefined {
  const { entityId } = useKeptWork(saved?.imei ?? '')
  return saved && { ...saved, entityId: saved.entityId ?? entityId }
}

/** Last screen: the live checks of the installation, and what to do if they fail (D.8). */
export function DoneScreen({ done }: { done: Done }) {
  const { t } = useTranslation('installMobile')
  const heading = useRef<HTMLHeadingElement>(null)
  const [returning, setReturning] = useState<string>()
  const { entityId, name, imei, oldImei } = done
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  if (entityId === undefined) return <Kept name={name} imei={imei} />
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

/** State of a vehicle that was stored on this phone. */
function Kept({ name, imei }: Pick<Done, 'name' | 'imei'>) {
  const { t } = useTranslation(['installMobile', 'outbox'])
  const { state } = useKeptWork(imei)
  if (state === 'sent') return <EmptyState icon={Check} title={t('outbox:sent', { name })} />
  if (state === 'refused')
    return (
      <EmptyState
        icon={TriangleAlert}
        tone="error"
        title={t('outbox:refused', { count: 1 })}
        text={t('outbox:refusedToast', { name })}
      />
    )
  return <EmptyState icon={SmartphoneNfc} title={t('done.kept')} text={t('done.keptText', { name })} />
}

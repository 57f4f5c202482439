import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CloudOff, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRuntimeConfig } from '../config/runtime-config.js'
import { ApiError } from '../lib/api/api-error.js'
import { errorText } from '../lib/api/error-text.js'
import { useWhenReachable } from '../lib/connection.js'
import { EmptyState } from './empty-state.js'

interface ErrorNoticeProps {
  error: unknown
  onRetry: () => void
  /** True if a change failed. A change is never repeated automatically, because the user may no longer want it. */
  isChange?: boolean
}

/**
 * Notice for a part that failed to load ("Oops!"). It shows the reason, a retry button, support, and the request ID to quote
 * . If the server could not be reached, the notice retries automatically as soon as the server responds.
 */
export function ErrorNotice({ error, onRetry, isChange = false }: ErrorNoticeProps) {
  const { t } = useTranslation(['errors', 'common'])
  const { support } = useRuntimeConfig()
  // If the network failed, support is not offered, because it cannot repair the user's network.
  const isUnreachable = error instanceof ApiError && error.kind === 'network'
  useWhenReachable(isUnreachable && !isChange, onRetry)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        tone="error"
        title={t(isUnreachable ? 'unreachable.title' : 'oops.title')}
        text={isUnreachable ? t(isChange ? 'unreachable.change' : 'unreachable.text') : errorText(error, t)}
        actions={
          <>
            <Button startIcon={<RotateCcw />} onClick={onRetry}>
              {t('common:actions.tryAgain')}
            </Button>
            {support.email && !isUnreachable && (
              <Button variant="text" href={`mailto:${support.email}`}>
                {t('common:actions.contactSupport')}
              </Button>
            )}
            {requestId && (
              <Typography variant="caption" color="textTertiary" sx={{ width: '100%' }}>
                {t('requestId', { id: requestId })}
              </Typography>
            )}
          </>
        }
      />
    </div>
  )
}

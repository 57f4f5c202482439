import Button from '@mui/material/Button'
import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRouteError } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { browser } from '../../lib/browser.js'
import { isServerReachable, useWhenReachable } from '../../lib/connection.js'
import { ChunkLoadError } from '../../lib/parts/late-part.js'
import { mayReloadForNewVersion } from '../../lib/parts/new-version.js'

/**
 * Error page of a screen that crashed, or whose script did not load because a new release removed it (G-91) or because the
 * server cannot be reached. In the last case the page is loaded again as soon as the server responds. The shell around the
 * screen stays.
 */
export function RouteError() {
  const error = useRouteError()
  const { t } = useTranslation(['errors', 'common'])
  const isChunk = error instanceof ChunkLoadError
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => {
    if (!isChunk) return
    void mayReloadForNewVersion().then(async (may) => {
      if (may) browser.reload()
      else setUnreachable(!(await isServerReachable()))
    })
  }, [isChunk])
  useWhenReachable(isUnreachable, () => browser.reload())
  const reason = !isChunk ? 'crash' : isUnreachable ? 'unreachable' : 'newVersion'
  return (
    <div role="alert">
      <EmptyState
        icon={reason === 'newVersion' ? RefreshCw : CloudOff}
        tone={isChunk ? 'neutral' : 'error'}
        titleComponent="h1"
        title={t(`${reason}.title`)}
        text={t(`${reason}.text`)}
        actions={
          <>
            <Button variant="contained" onClick={() => browser.reload()}>
              {t('common:actions.reload')}
            </Button>
            {!isChunk && (
              <Button component={Link} to="/" reloadDocument>
                {t('common:actions.goHome')}
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}

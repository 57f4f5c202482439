import Button from '@mui/material/Button'
import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRouteError } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { browser } from '../../lib/browser.js'
import { ChunkLoadError } from '../lazy-route.js'
import { mayReloadForNewVersion } from '../new-version.js'

/**
 * Error page of a screen that crashed, or whose script was removed by a new release (G-91). The shell around the screen stays.
 */
export function RouteError() {
  const error = useRouteError()
  const { t } = useTranslation(['errors', 'common'])
  const isChunk = error instanceof ChunkLoadError
  useEffect(() => {
    if (!isChunk) return
    void mayReloadForNewVersion().then((may) => may && browser.reload())
  }, [isChunk])
  return (
    <div role="alert">
      <EmptyState
        icon={isChunk ? RefreshCw : CloudOff}
        tone={isChunk ? 'neutral' : 'error'}
        titleComponent="h1"
        title={isChunk ? t('newVersion.title') : t('crash.title')}
        text={isChunk ? t('newVersion.text') : t('crash.text')}
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

import Button from '@mui/material/Button'
import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { Page } from '../../components/page.js'

/** Any address that is no screen. */
export function Component() {
  const { t } = useTranslation(['errors', 'common'])
  const { pathname } = useLocation()
  return (
    <Page title={t('notFound.title')} isTitleInBody>
      <EmptyState
        icon={MapPinOff}
        titleComponent="h1"
        title={t('notFound.title')}
        text={t('notFound.text', { path: pathname })}
        actions={
          <Button component={Link} to="/">
            {t('common:actions.goHome')}
          </Button>
        }
      />
    </Page>
  )
}

import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link, useMatches } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { screenIcons } from '../layout/screen-icons.js'
import { Page } from '../layout/page.js'
import type { RouteHandle } from '../router.js'

/** A screen that a later release brings: its name, and that it is not here yet. Nothing pretends to work. */
export function Component() {
  const { t } = useTranslation(['shell', 'screens', 'common'])
  const { screen } = useMatches().at(-1)?.handle as RouteHandle
  return (
    <Page title={t(`screens:${screen}.title`)}>
      <EmptyState
        icon={screenIcons[screen]}
        title={t(`screens:${screen}.purpose`)}
        text={t('later.text')}
        actions={
          <Button component={Link} to="/">
            {t('common:actions.goHome')}
          </Button>
        }
      />
    </Page>
  )
}

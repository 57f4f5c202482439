import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { screenIcons } from '../layout/screen-icons.js'
import { Page } from '../layout/page.js'
import { useRouteHandle } from '../route-handle.js'

/** A screen that a later release brings: its name, and that it is not here yet. Nothing pretends to work. */
export function Component() {
  const { t } = useTranslation(['shell', 'screens', 'common'])
  const screen = useRouteHandle()?.screen ?? 'home'
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

import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { Page } from '../../components/page.js'
import { useMatchedScreen } from '../route-handle.js'

/** A screen that a later release brings: its name, and that it is not here yet. Nothing pretends to work. */
export function Component() {
  const { t } = useTranslation(['shell', 'common'])
  const screen = useMatchedScreen()
  if (!screen) return null
  return (
    <Page title={screen.title}>
      <EmptyState
        icon={screen.icon}
        title={screen.purpose}
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

import { useTranslation } from 'react-i18next'
import { Page } from '../layout/page.js'

export function Component() {
  const { t } = useTranslation('screens')
  return <Page title={t('home.title')} />
}

import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.js'
import { Page } from '../layout/page.js'

/** The dealership shop. Without an address there is nothing to open, and the page says so. */
export function Component() {
  const { t } = useTranslation(['shell', 'screens'])
  return (
    <Page title={t('screens:shop.title')}>
      <EmptyState icon={ShoppingBag} title={t('shop.none.title')} text={t('shop.none.text')} />
    </Page>
  )
}

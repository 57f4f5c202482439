import Button from '@mui/material/Button'
import { ArrowUpRight, ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { useOpenShop } from '../../features/shop/use-open-shop.js'
import { Page } from '../../components/page.js'

/**
 * Dealership shop. The page has a button that opens the shop, because a browser may block a page that opens without a click.
 * If no URL is configured, the page explains this.
 */
export function Component() {
  const { t } = useTranslation('shell')
  const { shop_url: shopUrl } = useRuntimeConfig()
  const openShop = useOpenShop()
  const state = shopUrl === null ? 'none' : 'ready'
  return (
    <Page title={t('shopScreen.title')}>
      <EmptyState
        icon={ShoppingBag}
        title={t(`shop.${state}.title`)}
        text={t(`shop.${state}.text`)}
        actions={
          shopUrl !== null && (
            <Button variant="contained" onClick={openShop} endIcon={<ArrowUpRight />}>
              {t('shop.ready.open')}
            </Button>
          )
        }
      />
    </Page>
  )
}

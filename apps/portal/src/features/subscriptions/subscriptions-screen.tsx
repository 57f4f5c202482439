import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { useAddress } from '../../lib/screen-address.js'
import { CoursesList } from './courses-list.js'
import { NewProduct, ProductsList } from './products-list.js'

const TABS = ['products', 'vehicles'] as const

/** Products offered, and the subscriptions of vehicles (D.19). */
export function Component() {
  const { t } = useTranslation('subscriptions')
  const { oneOf, goTo } = useAddress()
  const tab = oneOf('tab', TABS)
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={tab === 'products' ? <NewProduct /> : undefined}
    >
      <ViewTabs
        label={t('screen.title')}
        views={TABS}
        view={tab}
        titleOf={(one) => t(`tabs.${one}`)}
        onView={(one) => goTo({ tab: one === TABS[0] ? undefined : one })}
      />
      {tab === 'products' ? <ProductsList /> : <CoursesList />}
    </Page>
  )
}

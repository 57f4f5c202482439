import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ViewTabs } from '../../components/view-tabs.js'
import { useAddress } from '../../lib/screen-address.js'
import { CASE_VIEWS, CaseList } from './case-list.js'
import { caseCountQuery } from './case-queries.js'

/** Lists of cases by state with their counts. */
export function CaseViews() {
  const { t } = useTranslation('missing')
  const address = useAddress()
  const view = address.oneOf('view', CASE_VIEWS)
  const counts = useQueries({ queries: CASE_VIEWS.map(caseCountQuery) })
  return (
    <>
      <ViewTabs
        label={t('views.label')}
        views={CASE_VIEWS}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        countOf={(one) => counts[CASE_VIEWS.indexOf(one)]?.data}
        onView={(next) => address.goTo({ view: next === 'open' ? undefined : next })}
      />
      <CaseList view={view} />
    </>
  )
}

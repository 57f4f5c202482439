import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ActionButton } from '../../components/action-button.js'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { GuideLink } from '../../features/guides/index.js'
import { CASE_VIEWS, CaseList } from '../../features/missing/index.js'
import { PATHS } from '../../lib/paths.js'
import { useAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'

/** the cases by their state. A vehicle is reported from its own page, which knows what that takes. */
export function Component() {
  const { t } = useTranslation('missing')
  const navigate = useNavigate()
  const address = useAddress()
  const view = address.oneOf('view', CASE_VIEWS)
  const report = (
    <ActionButton
      variant="contained"
      icon={Plus}
      label={t('new')}
      disabledBecause={useMissingRight('index:entity')}
      onClick={() => void navigate(PATHS.entities)}
    />
  )
  return (
    <Page
      title={t('screen.title')}
      meta={t('newHint')}
      isFilling
      actions={
        <>
          <GuideLink guide="missing" isInHead />
          {report}
        </>
      }
    >
      <ViewTabs
        label={t('views.label')}
        views={CASE_VIEWS}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={(next) => address.goTo({ view: next === 'open' ? undefined : next })}
      />
      <CaseList view={view} />
    </Page>
  )
}

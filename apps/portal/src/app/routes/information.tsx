import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Plus } from 'lucide-react'
import { ActionButton } from '../../components/action-button.js'
import { Page } from '../../components/page.js'
import { InsurancesList } from '../../features/insurances/index.js'
import { PATHS } from '../../lib/paths.js'
import { useMissingRight } from '../../lib/session/missing-right.js'

/** D.18, G-72: what vehicles are paid for and insured by. One is added on the vehicle's page, which knows which vehicle it is. */
export function Component() {
  const { t } = useTranslation('insurances')
  const navigate = useNavigate()
  const add = (
    <ActionButton
      variant="contained"
      icon={Plus}
      label={t('new')}
      disabledBecause={useMissingRight('index:entity')}
      onClick={() => void navigate(PATHS.entities)}
    />
  )
  return (
    <Page title={t('screen.title')} meta={t('newHint')} isFilling actions={add}>
      <InsurancesList />
    </Page>
  )
}

import { Siren } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ActionButton } from '../../components/action-button.js'
import { Page } from '../../components/page.js'
import { type Entity, NewCaseDialog, ReportDialog } from '../../features/entities/index.js'
import { GuideLink } from '../../features/guides/index.js'
import { CaseViews } from '../../features/missing/index.js'
import { GiveDialog } from '../../features/subscriptions/index.js'
import { caseRoom } from '../../lib/paths.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { usePermission } from '../../lib/session/session.js'

/** Progress of reporting a vehicle as missing. */
interface Reporting {
  step: 'pick' | 'give' | 'report'
  entity?: Entity
}

/**
 * List of missing cases by state, with a button for reporting a vehicle missing. A case is the record of a missing
 * vehicle.
 */
export function Component() {
  const { t } = useTranslation('missing')
  const navigate = useNavigate()
  const mayCover = usePermission('manage:subscriptions')
  const [reporting, setReporting] = useState<Reporting>()
  const close = () => setReporting(undefined)
  const { step, entity } = reporting ?? {}
  const report = (
    <ActionButton
      variant="contained"
      icon={Siren}
      label={t('new')}
      disabledBecause={useMissingRight('index:entity')}
      onClick={() => setReporting({ step: 'pick' })}
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
      <CaseViews />
      {(step === 'pick' || step === 'give') && (
        <NewCaseDialog
          onReport={(one) => setReporting({ step: 'report', entity: one })}
          onGive={mayCover ? (one) => setReporting({ step: 'give', entity: one }) : undefined}
          onClose={close}
        />
      )}
      {step === 'give' && entity && <GiveDialog vehicle={entity} onClose={() => setReporting({ step: 'pick' })} />}
      {step === 'report' && entity && (
        <ReportDialog entity={entity} onClose={close} onReported={({ id }) => void navigate(caseRoom(id))} />
      )}
    </Page>
  )
}

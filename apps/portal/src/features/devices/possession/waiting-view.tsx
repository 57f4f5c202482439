import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsSuperAdmin } from '../../../lib/session/session.js'
import { ListTable } from '../../../table/index.js'
import type { DevicesAddress } from '../use-devices-address.js'
import { ClaimDialog } from './claim-dialog.js'
import { ClaimPanel } from './claim-panel.js'
import { claims } from './possession-lists.js'
import { type AskedOfClaim, useClaimActions } from './use-claim-actions.js'

/** Lists registrations that wait for proof of possession (G-109). */
export function WaitingView({ address }: { address: DevicesAddress }) {
  const { t } = useTranslation('devices')
  const isSuperAdmin = useIsSuperAdmin()
  const columns = useMemo(() => columnsFor(isSuperAdmin), [isSuperAdmin])
  const [asked, setAsked] = useState<AskedOfClaim>()
  const actionsOf = useClaimActions({ onShow: ({ id }) => address.openClaim(id), onAsk: setAsked })
  return (
    <>
      <ListTable
        {...claims}
        columns={columns}
        label={t('views.waiting')}
        searchLabel={t('claims.search')}
        nothing={{ title: t('nothing.waiting.title'), text: t('nothing.waiting.text') }}
        onOpen={({ id }) => address.openClaim(id)}
        actionsOf={actionsOf}
      />
      <ClaimPanel id={address.claimId} actionsOf={actionsOf} onClose={address.closeClaim} />
      {asked && <ClaimDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Hides the present holder and the delivery's recipient from all but super admins. */
function columnsFor(isSuperAdmin: boolean) {
  const { held_by: _held, delivered_to: _delivered, ...others } = claims.columns
  return isSuperAdmin ? claims.columns : others
}

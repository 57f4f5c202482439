import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useDeviceChange } from '../queries/device-changes.js'
import { possession } from './possession-queries.js'
import type { AskedOfClaim } from './use-claim-actions.js'

/**
 * Asks for confirmation before a registration is granted, refused or withdrawn. If another business loses the tracker because
 * of the decision, the question names that business.
 */
export function ClaimDialog({ what, claim, onClose }: AskedOfClaim & { onClose: () => void }) {
  const { t } = useTranslation(['devices', 'common'])
  const { id, imei, business_name: business, held_by: holder } = claim
  const settle = useDeviceChange<number, unknown>(possession[what], {
    done: () => t(`claims.${what}.done`, { imei, business }),
    then: onClose,
  })
  return (
    <AskDialog
      title={t(`claims.${what}.title`, { imei: formatImei(imei), business })}
      onClose={onClose}
      act={{
        label: t(`claims.${what}.act`),
        onAct: () => settle.mutate(id),
        isPending: settle.isPending,
        isDanger: what === 'refuse' || (what === 'grant' && holder !== null),
      }}
      keepLabel={t('common:actions.cancel')}
    >
      <Hint>
        {what === 'grant' && holder !== null
          ? t('claims.grant.from', { holder, business })
          : t(`claims.${what}.text`, { business })}
      </Hint>
    </AskDialog>
  )
}

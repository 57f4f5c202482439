import Button from '@mui/material/Button'
import { Eye, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Span } from '../../components/layout/text.js'
import { NoticeStrip } from '../../components/notice-strip.js'
import { useSession } from '../../lib/session/session.js'
import { leaveView } from '../../lib/session/use-view-as.js'

/**
 * Banner above every screen while the portal is viewed as a role (T-13). It names the role and business, says that nothing can be
 * changed, and has the exit button.
 */
export function ViewAsBanner() {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  if (!user.viewing_as) return null
  const business = user.viewing_as.business_name
  return (
    <NoticeStrip role="region" aria-label={t('viewAs.role', { role: user.role })} tone="warning">
      <Icon icon={Eye} tone="warning" />
      <p>
        <Span component="strong" weight="strong">
          {business === null ? t('viewAs.role', { role: user.role }) : t('viewAs.at', { role: user.role, business })}
        </Span>{' '}
        {t('viewAs.readOnly')}
      </p>
      <Button size="small" startIcon={<LogOut size={14} />} onClick={leaveView}>
        {t('viewAs.leave')}
      </Button>
    </NoticeStrip>
  )
}

import { Clock, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { NoticeStrip } from '../../components/notice-strip.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useServerAhead } from '../../lib/server-clock.js'

/**
 * Minimum error of the clock, in ms, at which the notice is shown: a minute, because a user who compares clocks notices such
 * an error.
 */
const WORTH_SAYING_MS = 60_000

/**
 * Notice above every screen when this device's clock is wrong. The notice states the error and says that times in the portal
 * are still correct.
 */
export function ClockNotice() {
  const { t } = useTranslation(['shell', 'common'])
  const format = useFormat()
  const aheadMs = useServerAhead()
  const [isDismissed, setIsDismissed] = useState(false)
  if (isDismissed || Math.abs(aheadMs) < WORTH_SAYING_MS) return null
  const by = format.duration(Math.abs(aheadMs) / 1_000)
  return (
    <NoticeStrip role="status" tone="warning">
      <Icon icon={Clock} tone="warning" />
      <p>{t(aheadMs > 0 ? 'clock.slow' : 'clock.fast', { by })}</p>
      <TooltipIconButton label={t('common:actions.dismiss')} icon={X} iconSize={14} onClick={() => setIsDismissed(true)} />
    </NoticeStrip>
  )
}

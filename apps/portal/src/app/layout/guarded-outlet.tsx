import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useSession } from '../../lib/session/session.js'
import { mayEnter } from '../guard.js'
import type { ScreenKey } from '../paths.js'
import { useRouteHandle } from '../route-handle.js'

/** The screen, or home when the user may not see it; also when the permission is lost while looking at it. */
export function GuardedOutlet() {
  const handle = useRouteHandle()
  const { pathname } = useLocation()
  const { user } = useSession()
  if (handle && !mayEnter(pathname, handle.permission, user.permissions)) return <Refused screen={handle.screen} />
  return <Outlet />
}

/** Goes home and says why, so that the redirect is not silent. */
function Refused({ screen }: { screen: ScreenKey }) {
  const { t } = useTranslation(['errors', 'screens'])
  const notify = useNotify()
  const text = t('noAccess', { screen: t(`screens:${screen}.title`) })
  useEffect(() => notify.notice(text), [notify, text])
  return <Navigate to="/" replace />
}

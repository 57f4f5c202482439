import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useSession } from '../../lib/session/session.js'
import { mayEnter } from '../guard.js'
import { type OpenScreen, useMatchedScreen, useRouteHandle } from '../route-handle.js'
import { pathOf, SCREENS, useScreenWords } from '../screens.js'
import { permittedScreens, useNotOffered } from './navigation.js'

/**
 * Shows the screen, or redirects to Home if the user is not allowed to see the screen. Also redirects if the user
 * loses the permission while the screen is open.
 */
export function GuardedOutlet() {
  const handle = useRouteHandle()
  const { pathname } = useLocation()
  const { user } = useSession()
  const wordsOf = useScreenWords()
  const title = useMatchedScreen()?.title
  const screens = permittedScreens(user.permissions, useNotOffered()).map((key) => ({
    key,
    path: pathOf(key),
    icon: SCREENS[key].icon,
    ...wordsOf(key),
  }))
  if (handle && !mayEnter(pathname, handle.permission, user.permissions)) return <Refused title={title} />
  return <Outlet context={screens satisfies readonly OpenScreen[]} />
}

/** Redirects to home and shows the reason. */
function Refused({ title = '' }: { title?: string }) {
  const { t } = useTranslation('errors')
  const notify = useNotify()
  const text = t('noAccess', { screen: title })
  useEffect(() => notify.notice(text), [notify, text])
  return <Navigate to="/" replace />
}

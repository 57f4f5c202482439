import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { inTab } from '../../storage/browser-storage.js'
import { usePermission } from '../../lib/session/session.js'
import { PATHS } from '../../lib/paths.js'

const started = inTab('mobile-started')
const HOME = '/'

/**
 * If the portal is opened at its home URL on a phone, redirects a user who may install trackers to the install screen
 * . Any other URL stays open (G-12). Redirects only once per session. Returns true until the redirect is done. Until
 * then, nothing else is shown.
 */
export function useMobileStart(isMobile: boolean): boolean {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mayInstall = usePermission('create:entity')
  const [isBound, setIsBound] = useState(() => isMobile && mayInstall && pathname === HOME && !started.read())
  useEffect(() => {
    if (!isMobile || !mayInstall || started.read()) return
    started.write('true')
    if (isBound) void navigate(PATHS.installDevicesMobile, { replace: true })
  }, [isMobile, mayInstall, isBound, navigate])
  // After the redirect, the user may open Home like any other screen.
  if (isBound && pathname !== HOME) setIsBound(false)
  return isBound
}

import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePermission } from '../../lib/session/session.js'
import { PATHS } from '../../lib/paths.js'

const STARTED_KEY = 'mobile-started'
const HOME = '/'

/**
 * On mobile, who may install starts at the install screen once per session, where the portal is opened at its start; an
 * address that was asked for is what is shown (G-12). Answers whether one is on the way there: nothing else is shown until then.
 */
export function useMobileStart(isMobile: boolean): boolean {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mayInstall = usePermission('create:entity')
  const [isBound, setIsBound] = useState(
    () => isMobile && mayInstall && pathname === HOME && !sessionStorage.getItem(STARTED_KEY),
  )
  useEffect(() => {
    if (!isMobile || !mayInstall || sessionStorage.getItem(STARTED_KEY)) return
    sessionStorage.setItem(STARTED_KEY, 'true')
    if (isBound) void navigate(PATHS.installDevicesMobile, { replace: true })
  }, [isMobile, mayInstall, isBound, navigate])
  // Home is a screen like others once the start is left behind.
  if (isBound && pathname !== HOME) setIsBound(false)
  return isBound
}

import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { inTab } from '../../storage/browser-storage.js'
import { usePermission } from '../../lib/session/session.js'
import { PATHS } from '../../lib/paths.js'

const started = inTab('mobile-started')
const HOME = '/'

/**
 * On mobile, who may install starts at the install screen once per session, where the portal is opened at its start; an
 * address that was asked for is what is shown (G-12). Answers whether one is on the way there: nothing else is shown until then.
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
  // Home is a screen like others once the start is left behind.
  if (isBound && pathname !== HOME) setIsBound(false)
  return isBound
}

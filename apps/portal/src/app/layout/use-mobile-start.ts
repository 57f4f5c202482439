import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/session/session.js'
import { PATHS } from '../../lib/paths.js'

const STARTED_KEY = 'mobile-started'

/** On mobile, who may install starts at the install screen: on application load, once per session, then every route is free (G-12). */
export function useMobileStart(isMobile: boolean): void {
  const navigate = useNavigate()
  const mayInstall = usePermission('create:entity')
  useEffect(() => {
    if (!isMobile || !mayInstall || sessionStorage.getItem(STARTED_KEY)) return
    sessionStorage.setItem(STARTED_KEY, 'true')
    void navigate(PATHS.installDevicesMobile, { replace: true })
  }, [isMobile, mayInstall, navigate])
}

import { useNavigate } from 'react-router'
import { OutboxBar } from '../../features/install/outbox/index.js'
import { PATHS } from '../../lib/paths.js'

/** What waits on this device, above every screen, with the way to the form for what was refused. */
export function OutboxStrip({ isMobile }: { isMobile: boolean }) {
  const navigate = useNavigate()
  const formPath = PATHS[isMobile ? 'installDevicesMobile' : 'installDevices']
  return <OutboxBar onOpenForm={(search) => void navigate(`${formPath}${search}`)} />
}

import { useNavigate } from 'react-router'
import { OutboxBar } from '../../features/install/outbox/index.js'
import { PATHS } from '../../lib/paths.js'

/** Strip above every screen for unsent work on this device, with a link to the form for rejected entries. */
export function OutboxStrip({ isMobile }: { isMobile: boolean }) {
  const navigate = useNavigate()
  const formPath = PATHS[isMobile ? 'installDevicesMobile' : 'installDevices']
  return <OutboxBar onOpenForm={(search) => void navigate(`${formPath}${search}`)} />
}

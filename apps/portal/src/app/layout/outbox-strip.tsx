import { useNavigate } from 'react-router'
import { OutboxBar } from '../../features/install/outbox/index.js'
import { pathOf } from '../paths.js'

/** What waits on this device, above every screen, with the way to the form for what was refused. */
export function OutboxStrip({ isMobile }: { isMobile: boolean }) {
  const navigate = useNavigate()
  const formPath = pathOf(isMobile ? 'installDevicesMobile' : 'installDevices')
  return <OutboxBar onOpenForm={(search) => void navigate(`${formPath}${search}`)} />
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../theme/tones.js'
import { Icon } from './icon.js'
import { Row } from './layout/layout.js'

/** One fact on a separate line, after its icon. */
export const FactLine = ({ icon, tone, children }: { icon: LucideIcon; tone: Tone; children: ReactNode }) => (
  <Row>
    <Icon icon={icon} tone={tone} />
    {children}
  </Row>
)

import { ArrowLeft } from 'lucide-react'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'

/** One step back; as high as the button beside it. */
export const BackButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <TooltipIconButton
    label={label}
    icon={ArrowLeft}
    iconSize={20}
    onClick={onClick}
    sx={{
      flex: 'none',
      width: 52,
      height: 48,
      border: 1,
      borderColor: 'line.strong',
      '@media (pointer: coarse)': { width: 52, height: 48 },
    }}
  />
)

import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { TooltipIconButton } from '../tooltip-icon-button.js'
import { Scanner } from './scanner.js'

interface ScanButtonProps {
  /** Label of the button and of the scanner: "Scan IMEI". */
  label: string
  hint: string
  reads?: 'imei' | 'text'
  onRead: (text: string) => void
}

/** Button beside a field. It opens the scanner and closes it after the first accepted code. */
export function ScanButton({ label, hint, reads, onRead }: ScanButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <TooltipIconButton label={label} icon={ScanLine} iconSize={18} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Scanner
          title={label}
          hint={hint}
          reads={reads}
          onClose={close}
          onRead={(text) => {
            close()
            onRead(text)
          }}
        />
      )}
    </>
  )
}

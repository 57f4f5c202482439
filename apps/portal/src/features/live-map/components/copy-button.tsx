import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'

const SHOWN_MS = 2_000

/** Copies a text and confirms it briefly. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const notify = useNotify()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <TooltipIconButton
      label={label}
      icon={isCopied ? Check : Copy}
      iconSize={14}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true), notify.failure)}
    />
  )
}

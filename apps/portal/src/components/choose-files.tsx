import Button from '@mui/material/Button'
import { useRef, type ReactNode } from 'react'

interface ChooseFilesProps {
  label: string
  icon: ReactNode
  /** Media types or file extensions, as in an input's `accept`. */
  accept: string
  onChoose: (files: File[]) => void
  multiple?: boolean
  /** Opens the camera directly on a phone. */
  capture?: 'environment'
  disabled?: boolean
  loading?: boolean
}

/**
 * Button that opens the file chooser. The file input is hidden. It is beside the button and not within it, because screen
 * readers cannot distinguish a control within a control.
 */
export function ChooseFiles({ label, icon, onChoose, disabled = false, loading = false, ...asked }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        disabled={disabled}
        loading={loading}
        loadingPosition="start"
        startIcon={icon}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        disabled={disabled || loading}
        {...asked}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Without this, the same file could not be chosen again after it was removed.
          target.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </>
  )
}

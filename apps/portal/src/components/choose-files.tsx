import Button from '@mui/material/Button'
import { useRef, type ReactNode } from 'react'

interface ChooseFilesProps {
  label: string
  icon: ReactNode
  /** Media types or endings, as an input's `accept`. */
  accept: string
  onChoose: (files: File[]) => void
  multiple?: boolean
  /** Opens the camera at once on a phone. */
  capture?: 'environment'
  disabled?: boolean
  loading?: boolean
}

/** A button that asks for files. The input that browsers need for it is nowhere: a control within a control cannot be told apart by ear. */
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
          // The same file can be chosen again after it was taken away.
          target.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </>
  )
}

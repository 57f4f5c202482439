import Checkbox from '@mui/material/Checkbox'
import Tooltip from '@mui/material/Tooltip'

interface RefusableCheckboxProps {
  label: string
  isChecked: boolean
  /** Why it cannot be changed; the box stays and says so. */
  refusal: string | undefined
  onToggle: () => void
}

/** A box to tick that explains itself where it cannot be changed. */
export function RefusableCheckbox({ label, isChecked, refusal, onToggle }: RefusableCheckboxProps) {
  const isRefused = refusal !== undefined
  const box = (
    <Checkbox
      size="small"
      checked={isChecked}
      onChange={() => !isRefused && onToggle()}
      slotProps={{ input: { 'aria-label': label, 'aria-description': refusal, 'aria-disabled': isRefused } }}
    />
  )
  return isRefused ? <Tooltip title={refusal}>{box}</Tooltip> : box
}

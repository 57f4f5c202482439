import Checkbox from '@mui/material/Checkbox'
import Tooltip from '@mui/material/Tooltip'

interface RefusableCheckboxProps {
  label: string
  isChecked: boolean
  /** Reason why the box cannot be changed. The box then stays visible and shows the reason. */
  refusal: string | undefined
  onToggle: () => void
}

/** Checkbox that can explain why it is disabled. */
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

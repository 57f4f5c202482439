import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId } from 'react'

interface FlagFieldProps {
  label: string
  /** What it causes, in one sentence. */
  effect: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch that says what it causes. */
export function FlagField({ label, effect, checked, onChange }: FlagFieldProps) {
  const id = useId()
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', clear: 'both' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 500, cursor: 'pointer' }}>
          {label}
        </Typography>
        <Typography id={`${id}-effect`} variant="caption" component="p" color="textSecondary">
          {effect}
        </Typography>
      </Box>
      <Switch
        checked={checked}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { id, 'aria-describedby': `${id}-effect` } }}
      />
    </Box>
  )
}

import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { Fill, Row, SmallHint, Text } from '../../../components/layout/index.js'

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
    <Row gap={2} align="start">
      <Fill>
        <Text component="label" size="dense" weight="medium" htmlFor={id}>
          {label}
        </Text>
        <SmallHint id={`${id}-effect`}>{effect}</SmallHint>
      </Fill>
      <Switch
        checked={checked}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { id, 'aria-describedby': `${id}-effect` } }}
      />
    </Row>
  )
}

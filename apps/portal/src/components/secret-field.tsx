import { styled } from '@mui/material/styles'
import { Field } from './field.js'

const Mono = styled(Field)({ flex: '1 1 240px', '& textarea': { fontFamily: 'ui-monospace, monospace', wordBreak: 'break-all' } })

/** Password or key to copy once: shown in full, in unambiguous letters, selected on focus. */
export const SecretField = ({ label, value, helperText }: { label: string; value: string; helperText?: string }) => (
  <Mono
    label={label}
    value={value}
    helperText={helperText}
    multiline
    onFocus={({ target }) => target.select()}
    slotProps={{ input: { readOnly: true }, htmlInput: { spellCheck: false, autoComplete: 'off' } }}
  />
)

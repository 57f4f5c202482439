import InputAdornment from '@mui/material/InputAdornment'
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field, type FieldProps } from '../field.js'
import { TooltipIconButton } from '../tooltip-icon-button.js'
import { usePopup, type PopupState } from '../use-popup.js'
import { withSigns } from './typed-moment.js'

/** Props shared by the date field and the time field. */
export interface MomentFieldProps extends Omit<FieldProps, 'type' | 'value' | 'onChange' | 'options'> {
  /** Value in the API's format, or the typed text while that is not yet valid. Empty when nothing is filled in. */
  value: string
  onChange: (value: string) => void
}

/** Format of a field: the pattern, the parsing and the picker. */
interface Writing {
  /** Number of digits in each part between the separators. */
  lengths: readonly number[]
  sign: string
  pattern: string
  read: (text: string) => string | undefined
  show: (value: string) => string
  /** Returns the error for a value that is filled in. */
  wrongOf: (value: string) => string | undefined
  /** Returns the value one step up or down. */
  step: (value: string, by: 1 | -1) => string | undefined
  icon: LucideIcon
  pickLabel: string
  popupRole: 'dialog' | 'menu'
  renderPopup: (popup: PopupState, pick: (value: string) => void) => ReactNode
}

/**
 * Field with one typed format for all languages and a picker. The error for invalid text appears after the user has left the
 * field.
 */
export function MomentField({
  value,
  onChange,
  onBlur,
  errorText,
  writing,
  slotProps,
  ...field
}: MomentFieldProps & { writing: Writing }) {
  const [typed, setTyped] = useState({ text: writing.show(value), value })
  const [isLeft, setIsLeft] = useState(false)
  const { isOpen, open, close, popup } = usePopup()
  const text = typed.value === value ? typed.text : writing.show(value)
  const take = (next: string, shown = writing.show(next)) => {
    setTyped({ text: shown, value: next })
    if (next !== value) onChange(next)
  }
  const type = (input: HTMLInputElement) => {
    const isAtEnd = input.selectionStart === null || input.selectionStart === input.value.length
    const next = isAtEnd ? withSigns(text, input.value, writing.lengths, writing.sign) : input.value
    take(writing.read(next) ?? next.trim(), next)
  }
  const isFixed = field.disabled === true || field.isReadOnly === true
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    field.onKeyDown?.(event)
    if (isFixed) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const next = writing.step(value, event.key === 'ArrowUp' ? 1 : -1)
    if (next === undefined) return
    event.preventDefault()
    take(next)
  }
  const wrong = value === '' ? undefined : writing.wrongOf(value)
  const pick = (picked: string) => {
    take(picked)
    close()
  }
  return (
    <>
      <Field
        {...field}
        value={text}
        placeholder={writing.pattern}
        onChange={({ target }) => type(target as HTMLInputElement)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          setIsLeft(true)
          take(value)
          onBlur?.(event)
        }}
        errorText={wrong && (isLeft || errorText !== undefined) ? wrong : errorText}
        slotProps={{
          ...slotProps,
          htmlInput: { inputMode: 'numeric', autoComplete: 'off', ...slotProps?.htmlInput },
          input: {
            ...slotProps?.input,
            endAdornment: (
              <InputAdornment position="end">
                <TooltipIconButton
                  label={writing.pickLabel}
                  icon={writing.icon}
                  aria-haspopup={writing.popupRole}
                  aria-expanded={isOpen}
                  disabled={field.disabled}
                  onClick={open}
                  sx={{ mr: -1 }}
                />
              </InputAdornment>
            ),
          },
        }}
      />
      {isOpen && writing.renderPopup(popup, pick)}
    </>
  )
}

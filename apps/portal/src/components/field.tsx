import InputAdornment from '@mui/material/InputAdornment'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { CircleAlert, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Span } from './layout/text.js'

export interface FieldOption {
  value: string | number
  label: string
  /** Language of the label, if it differs from the page's language. */
  lang?: string
  isDisabled?: boolean
  /** Reason why the option cannot be chosen, shown below its label. */
  disabledBecause?: string
}

export type FieldProps = TextFieldProps & {
  /** Makes the field a choice between these options, without free text. */
  options?: readonly FieldOption[]
  /** Error shown under the field with an icon and announced to screen readers. */
  errorText?: string
  /** Makes the field read-only: subtle fill and a lock. */
  isReadOnly?: boolean
  /** Shows beside the label that the field may stay empty. */
  isOptional?: boolean
}

/** Text field with its label above and its error below. A lock marks a read-only field. */
export function Field({
  errorText,
  isReadOnly = false,
  isOptional = false,
  label,
  helperText,
  slotProps,
  sx,
  options,
  ...field
}: FieldProps) {
  const { t } = useTranslation('common')
  return (
    <TextField
      {...field}
      {...(options && { select: true, children: options.map(toItem) })}
      label={
        isOptional ? (
          <>
            {label}{' '}
            <Span tone="tertiary" weight="regular">
              ({t('optional')})
            </Span>
          </>
        ) : (
          label
        )
      }
      error={errorText !== undefined}
      helperText={
        errorText === undefined ? (
          helperText
        ) : (
          <>
            <CircleAlert size={13} style={{ marginTop: 1 }} />
            {errorText}
          </>
        )
      }
      slotProps={{
        ...slotProps,
        ...(options?.some(isExplained) && {
          select: { renderValue: (value) => options.find((one) => one.value === value)?.label },
        }),
        input: isReadOnly
          ? {
              readOnly: true,
              endAdornment: (
                <InputAdornment position="end">
                  <Lock size={14} />
                </InputAdornment>
              ),
            }
          : slotProps?.input,
      }}
      sx={[
        isReadOnly && { '& .MuiOutlinedInput-root': { bgcolor: 'surface.subtle' } },
        ...(Array.isArray(sx) ? (sx as object[]) : [sx ?? {}]),
      ]}
    />
  )
}

const isExplained = (option: FieldOption) => 'disabledBecause' in option

const toItem = (option: FieldOption) => (
  <MenuItem
    key={option.value}
    value={option.value}
    lang={option.lang}
    disabled={option.isDisabled ?? option.disabledBecause !== undefined}
    style={{ whiteSpace: 'normal' }}
  >
    {isExplained(option) ? <ListItemText primary={option.label} secondary={option.disabledBecause} /> : option.label}
  </MenuItem>
)

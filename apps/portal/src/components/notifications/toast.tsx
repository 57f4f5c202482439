import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { SnackbarContent, useSnackbar, type CustomContentProps } from 'notistack'
import { useState, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill } from '../layout/layout.js'
import { Text } from '../layout/text.js'

/** Declares one notistack variant for all kinds of toasts, because notistack's own variants have no type for details. */
declare module 'notistack' {
  interface VariantOverrides {
    default: false
    error: false
    success: false
    warning: false
    info: false
    toast: ToastDetails & { kind: ToastKind }
  }
}

export type ToastKind = 'info' | 'notice' | 'success' | 'warning' | 'error'

/**
 * Optional contents of a toast besides its message. It is a type and not an interface, because notistack requires an index
 * signature, which only a type gets implicitly.
 */
export type ToastDetails = {
  /** A line in bold above the message. */
  title?: string
  /** Full text, when the message was shortened (G-92). */
  fullText?: string
  requestId?: string
  /** Undo button. */
  wayBack?: { label: string; onAct: () => void }
}

const edges: Record<ToastKind, string> = {
  info: 'primary.main',
  notice: 'primary.main',
  success: 'success.main',
  warning: 'warning.main',
  error: 'missing.main',
}

const icons: Record<ToastKind, ReactNode> = {
  info: <CircularProgress aria-hidden />,
  notice: <Info />,
  success: <CircleCheck />,
  warning: <TriangleAlert />,
  error: <CircleAlert />,
}

type ToastProps = CustomContentProps & ToastDetails & { kind: ToastKind; ref?: Ref<HTMLDivElement> }

const Paper = styled('div', { shouldForwardProp: (name) => name !== 'kind' })<{ kind: ToastKind }>(({ theme, kind }) =>
  theme.unstable_sx({
    display: 'flex',
    gap: 1.5,
    width: { xs: 'calc(100vw - 32px)', sm: 420 },
    p: 1.5,
    borderRadius: '10px',
    border: 1,
    borderColor: 'line.strong',
    borderLeft: 4,
    borderLeftColor: edges[kind],
    bgcolor: 'surface.raised',
    color: 'text.primary',
    boxShadow: 'var(--mui-palette-lift-pop)',
  }),
)

/** Toast: coloured edge, icon, title, text, close button. An error shows its full text and request id under "Details". */
export function Toast({ id, message, kind, title, fullText, requestId, wayBack, ref, style }: ToastProps) {
  const { t } = useTranslation(['common', 'errors'])
  const { closeSnackbar } = useSnackbar()
  const [isOpen, setIsOpen] = useState(false)
  const hasDetails = fullText !== undefined || requestId !== undefined
  return (
    <SnackbarContent ref={ref} style={style} role={kind === 'error' ? 'alert' : 'status'}>
      <Paper kind={kind}>
        <Box sx={{ display: 'flex', alignItems: 'center', height: 20, color: edges[kind] }}>{icons[kind]}</Box>
        <Fill>
          {title && (
            <Text component="p" size="dense" weight="strong">
              {title}
            </Text>
          )}
          <Typography
            variant="body2"
            color={title ? 'textSecondary' : undefined}
            sx={{ fontWeight: title ? 400 : 600, overflowWrap: 'anywhere' }}
            title={fullText}
          >
            {isOpen && fullText ? fullText : message}
          </Typography>
          {isOpen && requestId && (
            <Typography variant="caption" color="textTertiary">
              {t('errors:requestId', { id: requestId })}
            </Typography>
          )}
          {hasDetails && !isOpen && (
            <Link component="button" variant="caption" onClick={() => setIsOpen(true)}>
              {t('actions.details')}
            </Link>
          )}
        </Fill>
        {wayBack && (
          <Button
            size="small"
            onClick={() => {
              closeSnackbar(id)
              wayBack.onAct()
            }}
            sx={{ flex: 'none', my: '-4px' }}
          >
            {wayBack.label}
          </Button>
        )}
        <IconButton aria-label={t('actions.close')} onClick={() => closeSnackbar(id)} sx={{ m: '-6px -4px -6px 0' }}>
          <X />
        </IconButton>
      </Paper>
    </SnackbarContent>
  )
}

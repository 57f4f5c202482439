import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../../config/limits.js'
import { ApiError } from '../../lib/api/api-error.js'
import { errorReason } from '../../lib/api/error-text.js'
import { ToastContext } from './toast-context.js'
import type { ToastDetails, ToastKind } from './toast.js'

export interface Notify {
  /** Shows a message with a spinner, for work in progress. It stays for 60 s or until the next toast. */
  info: (message: string, details?: ToastDetails) => void
  /** Shows a message without a spinner for 4 s, when no work is in progress. */
  notice: (message: string, details?: ToastDetails) => void
  success: (message: string, details?: ToastDetails) => void
  warning: (message: string, details?: ToastDetails) => void
  /** Shows the first 134 characters of an error. The rest and the request ID are under "Details" (R-068, G-92). */
  error: (message: string, details?: ToastDetails) => void
  /** Reports a failed call, with the server's own message if it sent one. */
  failure: (error: unknown) => void
}

const durations: Record<ToastKind, number> = {
  info: LIMITS.snackbarInfoMs,
  notice: LIMITS.snackbarWarningMs,
  success: LIMITS.snackbarSuccessMs,
  warning: LIMITS.snackbarWarningMs,
  error: LIMITS.snackbarErrorMs,
}

/** Returns functions that show toasts. A new toast replaces the previous one. */
export function useNotify(): Notify {
  const showToast = useContext(ToastContext)
  const { t } = useTranslation('errors')
  return useMemo(() => {
    const show = (kind: ToastKind, message: string, details?: ToastDetails) => {
      showToast({ kind, message, forMs: details?.wayBack ? LIMITS.snackbarUndoMs : durations[kind], details })
    }
    const error = (message: string, details?: ToastDetails) => {
      const isLong = message.length > LIMITS.errorTextCharacters
      show('error', message.slice(0, LIMITS.errorTextCharacters), isLong ? { ...details, fullText: message } : details)
    }
    return {
      info: (message, details) => show('info', message, details),
      notice: (message, details) => show('notice', message, details),
      success: (message, details) => show('success', message, details),
      warning: (message, details) => show('warning', message, details),
      error,
      failure: (cause) =>
        error(errorReason(cause, t), {
          title: t('oops.title'),
          requestId: cause instanceof ApiError ? cause.requestId : undefined,
        }),
    }
  }, [showToast, t])
}

import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../../config/limits.js'
import { ApiError } from '../../lib/api/api-error.js'
import { errorReason } from '../../lib/api/error-text.js'
import { ToastContext } from './toast-context.js'
import type { ToastDetails, ToastKind } from './toast.js'

export interface Notify {
  /** Has a spinner; stays 60 s or until the next toast. */
  info: (message: string, details?: ToastDetails) => void
  /** Informs without work in progress: no spinner, 4 s. */
  notice: (message: string, details?: ToastDetails) => void
  success: (message: string, details?: ToastDetails) => void
  warning: (message: string, details?: ToastDetails) => void
  /** Shows the first 134 characters; the rest and the request id are under "Details" (R-068, G-92). */
  error: (message: string, details?: ToastDetails) => void
  /** Reports a failed call, in the server's own words where it sent any. */
  failure: (error: unknown) => void
}

const durations: Record<ToastKind, number> = {
  info: LIMITS.snackbarInfoMs,
  notice: LIMITS.snackbarWarningMs,
  success: LIMITS.snackbarSuccessMs,
  warning: LIMITS.snackbarWarningMs,
  error: LIMITS.snackbarErrorMs,
}

/** Shows toasts; the newest replaces the previous one. */
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

import type { TFunction } from 'i18next'
import { ApiError } from './api-error.js'

/**
 * Returns the reason for an error as one sentence without the final full stop. It is the server's own message, or otherwise what
 * the browser knows.
 */
export function errorReason(error: unknown, t: TFunction<'errors'>): string {
  if (!(error instanceof ApiError)) return t('serverError')
  if (error.kind === 'timeout') return t('timeout')
  if (error.kind === 'network') return t('network')
  return error.message.replace(/\.$/, '') || t('serverError')
}

/**
 * Returns the generic sentence of the error catalogue: "Something went wrong with the request. {0}. Please contact
 * support."
 */
export const errorText = (error: unknown, t: TFunction<'errors'>): string => t('oops.text', { detail: errorReason(error, t) })

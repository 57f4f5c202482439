import { useTranslation } from 'react-i18next'
import { errorReason } from './error-text.js'

/** Returns a function that returns the reason for a failed call, as one sentence without the final full stop. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return (error) => errorReason(error, t)
}

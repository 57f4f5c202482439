import { useTranslation } from 'react-i18next'
import { errorReason } from './error-text.js'

/** Returns a function for the reason why a call failed, as one sentence without the final full stop. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return (error) => errorReason(error, t)
}

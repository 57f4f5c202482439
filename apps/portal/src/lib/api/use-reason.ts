import { useTranslation } from 'react-i18next'
import { errorReason } from './error-text.js'

/** Why a call failed, as one sentence without the final point. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return (error) => errorReason(error, t)
}

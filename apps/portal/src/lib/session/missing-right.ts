import { useTranslation } from 'react-i18next'
import { usePermission, type SessionPermission } from './session.js'

/**
 * Returns why this user cannot use an action, as a sentence that names the permission. Undefined if the user has the permission
 * (T-13).
 */
export function useMissingRight(permission: SessionPermission): string | undefined {
  const { t } = useTranslation('common')
  return usePermission(permission) ? undefined : t('missingRight', { permission })
}

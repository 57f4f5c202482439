import { useTranslation } from 'react-i18next'
import { usePermission, type SessionPermission } from './session.js'

/** Why this user cannot do what asks for a permission: a sentence that names it; undefined when they hold it (T-13). */
export function useMissingRight(permission: SessionPermission): string | undefined {
  const { t } = useTranslation('common')
  return usePermission(permission) ? undefined : t('missingRight', { permission })
}

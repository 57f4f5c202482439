import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/index.js'

type Named = keyof Texts['roles']['permissions']

/** Returns a function that describes a permission in the user's words: "See users". */
export function usePermissionWords(): (permission: string) => string {
  const { t, i18n } = useTranslation('roles')
  return (permission) => {
    const name = permission.replace(/[:-]/g, '_')
    return i18n.exists(`roles:permissions.${name}`) ? t(`permissions.${name as Named}`) : permission
  }
}

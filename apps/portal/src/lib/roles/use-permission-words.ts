import { useTranslation } from 'react-i18next'
import type en from '../../i18n/locales/en/index.js'

type Named = keyof (typeof en)['roles']['permissions']

/** What a permission lets somebody do, in the user's words: "See users". */
export function usePermissionWords(): (permission: string) => string {
  const { t, i18n } = useTranslation('roles')
  return (permission) => {
    const name = permission.replace(/[:-]/g, '_')
    return i18n.exists(`roles:permissions.${name}`) ? t(`permissions.${name as Named}`) : permission
  }
}

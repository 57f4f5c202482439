import Button from '@mui/material/Button'
import { Ban, Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../../components/empty-state.js'
import { NEW_BUSINESS } from '../../../lib/paths.js'
import { usePermission } from '../../../lib/session/session.js'

/**
 * Explains why nothing can be installed and what to do. Either there is no business, or no business is allowed to install
 * (R-120).
 */
export function NoInstall({ hasBusiness }: { hasBusiness: boolean }) {
  const { t } = useTranslation('install')
  const mayCreate = usePermission('create:business')
  if (hasBusiness) return <EmptyState icon={Ban} title={t('mayNot.title')} text={t('mayNot.text')} />
  return (
    <EmptyState
      icon={Building2}
      title={t('noBusiness.title')}
      text={t('noBusiness.text')}
      actions={
        mayCreate && (
          <Button variant="contained" component={Link} to={NEW_BUSINESS}>
            {t('noBusiness.act')}
          </Button>
        )
      }
    />
  )
}

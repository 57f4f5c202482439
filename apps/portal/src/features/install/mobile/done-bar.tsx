import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MobilePaths } from './mobile-paths.js'

interface DoneBarProps {
  /** Absent: it is not sent yet. */
  entityId: number | undefined
  entityPath: MobilePaths['entity']
  /** What the next piece of work is called. */
  nextLabel: string
  onNext: () => void
}

/** Where to from a vehicle that is done. */
export function DoneBar({ entityId, entityPath, nextLabel, onNext }: DoneBarProps) {
  const { t } = useTranslation('installMobile')
  return (
    <>
      {entityPath && entityId !== undefined && (
        <Button component={Link} to={entityPath(entityId)} size="large" sx={{ flex: 1, minWidth: 0, textAlign: 'center', px: 1 }}>
          {t('done.open')}
        </Button>
      )}
      <Button variant="contained" size="large" onClick={onNext} sx={{ flex: 1, minWidth: 0, px: 1 }}>
        {nextLabel}
      </Button>
    </>
  )
}

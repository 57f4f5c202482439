import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Link from '@mui/material/Link'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type Twin } from '../lib/api/api-error.js'
import { PATHS } from '../lib/paths.js'
import { ActionButton } from './action-button.js'
import { Detail, Stack } from './layout/index.js'

const NONE: readonly Twin[] = []

/** Stores the similar vehicles because of which saving failed, until the user changes the entered numbers. */
export function useTwins(numbers: string) {
  const [held, setHeld] = useState<{ twins: readonly Twin[]; numbers: string }>()
  return {
    twins: held?.numbers === numbers ? held.twins : NONE,
    /** Stores the vehicles from a failed save. */
    holdFor: (error: unknown) => setHeld({ twins: error instanceof ApiError ? error.twins : NONE, numbers }),
  }
}

interface TwinNoticeProps {
  twins: readonly Twin[]
  isSaving?: boolean
  /** Saves despite the similar vehicles. */
  onAllow: () => void
}

/**
 * Warning that the vehicle may already exist. Lists the similar vehicles, and offers to open one of them or to save this
 * vehicle anyway.
 */
export function TwinNotice({ twins, isSaving, onAllow }: TwinNoticeProps) {
  const { t } = useTranslation()
  if (twins.length === 0) return null
  return (
    <Alert severity="warning">
      <AlertTitle>{t('twins.title')}</AlertTitle>
      <Stack gap={1}>
        {twins.map(({ id, name, business_name, frame_number, license_plate }) => (
          <div key={id}>
            {/* Opens in a new tab, so that the form keeps its input. */}
            <Link href={`${PATHS.entities}/${id}`} target="_blank" rel="noopener" dir="auto" sx={{ fontWeight: 600 }}>
              {t('twins.open', { name })}
            </Link>
            <Detail>{[business_name, frame_number, license_plate].filter(Boolean).join(' · ')}</Detail>
          </div>
        ))}
        <div>
          <ActionButton size="small" icon={CopyPlus} loading={isSaving} label={t('twins.allow')} onClick={onAllow} />
        </div>
      </Stack>
    </Alert>
  )
}

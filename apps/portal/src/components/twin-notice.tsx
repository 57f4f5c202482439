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

/** Vehicles that something was not saved for, until its numbers are others. */
export function useTwins(numbers: string) {
  const [held, setHeld] = useState<{ twins: readonly Twin[]; numbers: string }>()
  return {
    twins: held?.numbers === numbers ? held.twins : NONE,
    /** Takes what the API said of a save. */
    holdFor: (error: unknown) => setHeld({ twins: error instanceof ApiError ? error.twins : NONE, numbers }),
  }
}

interface TwinNoticeProps {
  twins: readonly Twin[]
  isSaving?: boolean
  /** Saves it all the same. */
  onAllow: () => void
}

/** The same vehicle twice? Which it would be, and the two things one can do: open it, or save this one all the same. */
export function TwinNotice({ twins, isSaving, onAllow }: TwinNoticeProps) {
  const { t } = useTranslation()
  if (twins.length === 0) return null
  return (
    <Alert severity="warning">
      <AlertTitle>{t('twins.title')}</AlertTitle>
      <Stack gap={1}>
        {twins.map(({ id, name, business_name, frame_number, license_plate }) => (
          <div key={id}>
            {/* Beside the form, which keeps what was typed. */}
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

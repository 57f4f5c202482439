import Autocomplete from '@mui/material/Autocomplete'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Cpu, Unlink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Field } from '../../../components/field.js'
import { Stack, ListRow, Detail, Text } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { LIMITS } from '../../../config/limits.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { changes, useUserChange } from '../queries/user-changes.js'
import { deviceSearchQuery, userDevicesQuery } from '../queries/user-queries.js'
import { useReason } from '../use-reason.js'
import type { User } from '../user.js'

const NONE: readonly never[] = []

/** The trackers of one user: attached by IMEI from those of the user's business, and detached. */
export function DevicesTab({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const reasonOf = useReason()
  const notify = useNotify()
  const cannotLink = useMissingRight('link:user')
  const devices = useQuery(userDevicesQuery(user.id))
  const detach = useUserChange(changes.detachDevice)
  const failed = (error: unknown) => notify.error(t('failed.update', { reason: reasonOf(error) }))
  if (devices.isPending) return <Skeleton height={160} />
  if (devices.isError) return <ErrorNotice error={devices.error} onRetry={() => void devices.refetch()} />
  return (
    <Stack>
      <AttachField user={user} refusal={cannotLink} onFailed={failed} />
      {devices.data.length === 0 && <EmptyState icon={Cpu} title={t('devices.none')} />}
      <ul aria-label={t('panel.devices')}>
        {devices.data.map(({ id, imei, title }) => (
          <ListRow component="li" key={id}>
            <Text tabular grow>
              {formatImei(imei)}
              {title && <Detail>{title}</Detail>}
            </Text>
            {cannotLink === undefined && (
              <TooltipIconButton
                label={t('devices.detach', { imei })}
                icon={Unlink}
                onClick={() =>
                  detach.mutate(
                    { id: user.id, deviceId: id },
                    { onSuccess: () => notify.success(t('done.detached')), onError: failed },
                  )
                }
              />
            )}
          </ListRow>
        ))}
      </ul>
    </Stack>
  )
}

interface AttachFieldProps {
  user: User
  /** Why nothing may be attached. */
  refusal: string | undefined
  onFailed: (error: unknown) => void
}

/** Finds a tracker of the user's business by its IMEI. */
function AttachField({ user, refusal, onFailed }: AttachFieldProps) {
  const { t } = useTranslation('users')
  const notify = useNotify()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const cannotSearch = useMissingRight('read:business-management')
  const missingRight = refusal ?? cannotSearch
  const canSearch = missingRight === undefined && user.business_id !== null
  const search = deviceSearchQuery(user.business_id ?? 0, asked)
  const found = useQuery({ ...search, enabled: canSearch && asked !== '' })
  const attach = useUserChange(changes.attachDevice)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.replace(/\s/g, '')), LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Autocomplete
      value={null}
      options={found.data ?? NONE}
      filterOptions={(options) => options}
      loading={found.isFetching}
      inputValue={typed}
      disabled={!canSearch}
      getOptionLabel={({ imei }) => formatImei(imei)}
      getOptionKey={({ id }) => id}
      noOptionsText={asked === '' ? t('devices.hint') : t('devices.noMatch')}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, device) => {
        if (!device) return
        setTyped('')
        attach.mutate(
          { id: user.id, deviceId: device.id },
          { onSuccess: () => notify.success(t('done.attached')), onError: onFailed },
        )
      }}
      renderInput={(params) => <Field {...params} label={t('devices.attach')} helperText={missingRight ?? t('devices.hint')} />}
    />
  )
}

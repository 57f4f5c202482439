import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { Cpu, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { Field } from '../../../components/field.js'
import { Detail, ListRow, Stack, Text } from '../../../components/layout/index.js'
import { Loaded } from '../../../components/loaded.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useLater } from '../../../lib/use-later.js'
import { changes, useUserChange } from '../queries/user-changes.js'
import { deviceSearchQuery, userDevicesQuery } from '../queries/user-queries.js'
import type { User } from '../user.js'

const NONE: readonly never[] = []

/** Trackers of one user. They are attached by IMEI, from the trackers of the user's business, and can be detached. */
export function DevicesTab({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const cannotLink = useMissingRight('link:user')
  const devices = useQuery(userDevicesQuery(user.id))
  const detach = useUserChange(changes.detachDevice, { done: () => t('done.detached') })
  return (
    <Loaded query={devices}>
      {(rows) => (
        <Stack>
          <AttachField user={user} refusal={cannotLink} />
          {rows.length === 0 && <EmptyState icon={Cpu} title={t('devices.none')} />}
          <ul aria-label={t('panel.devices')}>
            {rows.map(({ id, imei, title }) => (
              <ListRow component="li" key={id}>
                <Text tabular grow>
                  {formatImei(imei)}
                  {title && <Detail>{title}</Detail>}
                </Text>
                {cannotLink === undefined && (
                  <TooltipIconButton
                    label={t('devices.detach', { imei })}
                    icon={Unlink}
                    onClick={() => detach.mutate({ id: user.id, deviceId: id })}
                  />
                )}
              </ListRow>
            ))}
          </ul>
        </Stack>
      )}
    </Loaded>
  )
}

/** Finds a tracker of the user's business by IMEI. `refusal` is the reason why none may be attached. */
function AttachField({ user, refusal }: { user: User; refusal: string | undefined }) {
  const { t } = useTranslation('users')
  const [typed, setTyped] = useState('')
  const asked = useLater(typed).replace(/\s/g, '')
  const cannotSearch = useMissingRight('read:business-management')
  const missingRight = refusal ?? cannotSearch
  const canSearch = missingRight === undefined && user.business_id !== null
  const search = deviceSearchQuery(user.business_id ?? 0, asked)
  const found = useQuery({ ...search, enabled: canSearch && asked !== '' })
  const attach = useUserChange(changes.attachDevice, { done: () => t('done.attached') })
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
        attach.mutate({ id: user.id, deviceId: device.id })
      }}
      renderInput={(params) => <Field {...params} label={t('devices.attach')} helperText={missingRight ?? t('devices.hint')} />}
    />
  )
}

import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Text } from '../../../components/layout/index.js'
import { ActionButton } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Field } from '../../../components/field.js'
import { Loaded } from '../../../components/loaded.js'
import { formatDay, keptDay } from '../../../lib/day-range.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { simQuery, simSearchQuery } from '../queries/device-queries.js'
import { useTyped } from '../use-typed.js'
import { type Sim, SimForm } from './sim-form.js'
import { joined } from '../../../lib/format/joined.js'

/**
 * Shows, changes or removes a tracker's SIM (R-189, G-71). If there is none, offers to insert a SIM from the stock or a new one.
 */
export function SimTab({ device }: { device: Device }) {
  const query = useQuery({ ...simQuery(device.sim_id ?? 0), enabled: device.sim_id !== null })
  if (device.sim_id === null) return <NoSim device={device} />
  return <Loaded query={query}>{(sim) => <PresentSim device={device} sim={sim} />}</Loaded>
}

const MEGABYTE = 1_000_000

function PresentSim({ device, sim }: { device: Device; sim: Sim }) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('manage:devices')
  const change = useDeviceChange(changes.updateSim, { done: () => t('sim.takenOut') })
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing) return <SimForm key={sim.updated_at} device={device} sim={sim} onClose={() => setIsEditing(false)} />
  return (
    <Stack>
      <FactList
        facts={[
          { label: t('columns.iccid'), value: sim.iccid },
          { label: t('sim.msisdn'), value: sim.msisdn },
          { label: t('sim.provider'), value: sim.provider },
          { label: t('sim.status'), value: t(`sim.states.${sim.status as 'active'}`) },
          { label: t('sim.used'), value: `${formatCount(sim.data_used_bytes / MEGABYTE)}\u00a0MB` },
          { label: t('sim.activated'), value: sim.activated_at && formatDay(keptDay(sim.activated_at)) },
          { label: t('sim.expires'), value: sim.expires_at && formatDay(keptDay(sim.expires_at)) },
        ]}
      />
      <Row align="stretch" wrap>
        <ActionButton disabledBecause={missingRight} label={t('actions.edit')} onClick={() => setIsEditing(true)} />
        <ActionButton
          disabledBecause={missingRight}
          loading={change.isPending}
          label={t('sim.takeOut')}
          onClick={() => change.mutate({ sim, body: { device_id: null } })}
        />
      </Row>
    </Stack>
  )
}

function NoSim({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('manage:devices')
  const [typed, setTyped, asked] = useTyped()
  const [isNew, setIsNew] = useState(false)
  const found = useQuery({ ...simSearchQuery(asked), enabled: missingRight === undefined })
  const change = useDeviceChange(changes.updateSim, { done: () => t('sim.putInDone') })
  if (isNew) return <SimForm device={device} onClose={() => setIsNew(false)} />
  return (
    <Stack align="start">
      <Text tone="secondary">{device.iccid ? t('sim.noneKnown', { iccid: device.iccid }) : t('sim.none')}</Text>
      <Autocomplete
        fullWidth
        value={null}
        options={found.data ?? []}
        filterOptions={(options) => options}
        loading={found.isFetching}
        loadingText={t('find.searching')}
        inputValue={typed}
        disabled={missingRight !== undefined}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ iccid, provider }) => joined([iccid, provider])}
        getOptionDisabled={({ device_id }) => device_id !== null}
        noOptionsText={t('sim.noMatch')}
        onInputChange={(_event, text) => setTyped(text)}
        onChange={(_event, sim) => {
          if (!sim) return
          setTyped('')
          change.mutate({ sim, body: { device_id: device.id } })
        }}
        renderInput={(params) => <Field {...params} label={t('sim.putIn')} helperText={missingRight ?? t('sim.putInHint')} />}
      />
      {missingRight === undefined && <Button onClick={() => setIsNew(true)}>{t('sim.new')}</Button>}
    </Stack>
  )
}

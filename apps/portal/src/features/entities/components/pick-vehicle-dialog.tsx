import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Detail, Stack, Text } from '../../../components/layout/index.js'
import { useLater } from '../../../lib/use-later.js'
import type { Entity } from '../entity.js'
import { entityChoiceQuery } from '../queries/entity-queries.js'
import { joined } from '../../../lib/format/joined.js'

interface PickVehicleDialogProps {
  title: string
  icon: LucideIcon
  onPick: (vehicle: Entity) => void
  onClose: () => void
}

/** Asks for the vehicle that a new record is for. Used on screens that list the records of many vehicles. */
export function PickVehicleDialog({ title, icon, onPick, onClose }: PickVehicleDialogProps) {
  const { t } = useTranslation('entities')
  const [vehicle, setVehicle] = useState<Entity | null>(null)
  const act = { label: t('pick.next'), onAct: () => vehicle && onPick(vehicle), isPending: false, isDisabled: !vehicle }
  return (
    <AskDialog isSheet title={title} icon={icon} act={act} onClose={onClose}>
      <VehicleField vehicle={vehicle} onChange={setVehicle} />
    </AskDialog>
  )
}

/** Field that finds a vehicle by name or number. */
export function VehicleField({ vehicle, onChange }: { vehicle: Entity | null; onChange: (vehicle: Entity | null) => void }) {
  const { t } = useTranslation('entities')
  const [typed, setTyped] = useState('')
  const { data = [], isFetching } = useQuery(entityChoiceQuery(useLater(typed)))
  return (
    <Autocomplete
      autoHighlight
      options={data}
      filterOptions={(options) => options}
      value={vehicle}
      loading={isFetching}
      loadingText={t('pick.loading')}
      noOptionsText={t('pick.none')}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, one) => onChange(one)}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      renderOption={({ key, ...option }, { name, frame_number, license_plate, business_name }) => (
        <li key={key} {...option}>
          <Stack gap={0}>
            <Text>{name}</Text>
            <Detail>{joined([frame_number, license_plate, business_name])}</Detail>
          </Stack>
        </li>
      )}
      renderInput={(params) => <Field {...params} autoFocus label={t('pick.vehicle')} helperText={t('pick.hint')} />}
    />
  )
}

import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Hint, Stack } from '../../../components/layout/index.js'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { counted } from '../../../lib/format/numbers.js'
import { TARGET_GROUPS } from '../queries/report-queries.js'
import { EntitiesPicker } from './entity-picker.js'

interface NewGroupDialogProps {
  onMade: (id: number) => void
  onClose: () => void
}

interface NewGroup {
  name: string
  vehicles: readonly number[]
}

const MAX_NAME_LENGTH = 100

/** Creates a group, which is a tag, and adds the tag to its vehicles. */
async function make({ name, vehicles }: NewGroup, key: string) {
  const { id } = await dataOf(api.POST('/api/v1/tags', { params: { header: once(key) }, body: { name, type: 'group' } }))
  const body = { entities: [...vehicles], attach: [id] }
  const { changed, failed } = await dataOf(
    api.PUT('/api/v1/entities/tags/bulk', { params: { header: once(`${key} vehicles`) }, body }),
  )
  return { id, changed, failed }
}

/** Creates a target group from its name and vehicles, for use in a picker. */
export function NewGroupDialog({ onMade, onClose }: NewGroupDialogProps) {
  const { t } = useTranslation('reports')
  const [group, setGroup] = useState<NewGroup>({ name: '', vehicles: [] })
  const [errors, setErrors] = useState<{ name?: string; vehicles?: string }>({})
  const change = (values: Partial<NewGroup>) => {
    setGroup({ ...group, ...values })
    setErrors({})
  }
  const { mutate, isPending } = useChange(make, useReread([...TARGET_GROUPS], 'tags', 'entities'), {
    done: ({ changed, failed }, { name }) =>
      t(failed > 0 ? 'newGroup.partly' : 'newGroup.done', { name, failed, ...counted(changed) }),
    then: ({ id }) => {
      onMade(id)
      onClose()
    },
    refused: { name: (sentence) => setErrors({ name: sentence }) },
  })
  const send = () => {
    const name = group.name.trim()
    const missing = {
      ...(name === '' && { name: t('form.nameRequired') }),
      ...(group.vehicles.length === 0 && { vehicles: t('newGroup.vehiclesRequired') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length === 0) mutate({ ...group, name })
  }
  return (
    <AskDialog
      title={t('newGroup.title')}
      act={{ label: t('newGroup.create'), icon: Users, isPending, onAct: send }}
      isHeld
      onClose={onClose}
    >
      <Stack gap={2}>
        <Hint>
          {t('who.aboutGroups')} {t('newGroup.oneEach')}
        </Hint>
        <Field
          autoFocus
          label={t('form.name')}
          value={group.name}
          errorText={errors.name}
          onChange={({ target }) => change({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
        />
        <EntitiesPicker
          entityIds={group.vehicles}
          emptyText={t('who.choose')}
          error={errors.vehicles}
          onChange={(vehicles) => change({ vehicles })}
        />
      </Stack>
    </AskDialog>
  )
}

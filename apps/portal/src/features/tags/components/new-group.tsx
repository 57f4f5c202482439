import Box from '@mui/material/Box'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import { changes, useTagsChanged } from '../queries/tag-changes.js'
import type { TagGroup } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import { useTagChanges } from '../use-tag-changes.js'

export const MAX_NAME_LENGTH = 100

/** Creates a group in one line: type a name, press Enter. */
export function NewGroup({ onMade }: { onMade: (group: TagGroup) => void }) {
  const { t } = useTranslation('tags')
  const notify = useNotify()
  const changed = useTagsChanged()
  const keyOf = useOnceKey()
  const { failed } = useTagChanges()
  const { manage } = useRefusals()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const make = async () => {
    const wanted = name.trim()
    if (wanted === '') return setError(t('required', { field: t('fields.name') }))
    setIsPending(true)
    try {
      const group = await changes.createGroup(wanted, keyOf(wanted))
      notify.success(t('done.createGroup'))
      setName('')
      await changed()
      onMade(group)
    } catch (cause) {
      failed('createGroup', cause)
      setError(refusedFields(cause).name)
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void make()
      }}
      sx={{ display: 'flex', flex: 'none', alignItems: 'flex-start', gap: 0.5, p: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Field
        value={name}
        placeholder={t('new.group')}
        disabled={manage !== undefined}
        errorText={error}
        helperText={manage}
        onChange={({ target }) => {
          setName(target.value)
          setError(undefined)
        }}
        slotProps={{ htmlInput: { 'aria-label': t('new.group'), maxLength: MAX_NAME_LENGTH } }}
      />
      {manage === undefined && <TooltipIconButton type="submit" label={t('new.add')} icon={Plus} disabled={isPending} />}
    </Box>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import type { Entity } from '../entity.js'
import { changes, useEntitiesChanged } from '../queries/entity-changes.js'

/** Installs a tracker on a vehicle that has none. */
export function InstallDialog({ entity: { id, name }, onClose }: { entity: Entity; onClose: () => void }) {
  const { t } = useTranslation('entities')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useEntitiesChanged()
  const keyOf = useOnceKey()
  const [imei, setImei] = useState('')
  const install = useMutation({
    mutationFn: () => {
      const body = { entity_id: id, imei: imei.replaceAll(' ', '') }
      return changes.install({ body, key: keyOf(body) })
    },
    onSuccess: () => {
      notify.success(t('install.done', { name }))
      void changed()
      onClose()
    },
  })
  const { error } = install
  const reason = error ? (refusedFields(error).imei ?? errorReason(error, tErrors)) : undefined
  return (
    <AskDialog
      title={t('install.title', { name })}
      onClose={onClose}
      act={{ label: t('install.act'), formId: 'install-on-vehicle', isPending: install.isPending }}
      isHeld
    >
      <form
        id="install-on-vehicle"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          install.mutate()
        }}
      >
        <Field
          autoFocus
          fullWidth
          label={t('columns.imei')}
          helperText={t('install.hint')}
          errorText={error ? (reason ?? errorReason(error, tErrors)) : undefined}
          value={imei}
          onChange={({ target }) => setImei(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        />
      </form>
    </AskDialog>
  )
}

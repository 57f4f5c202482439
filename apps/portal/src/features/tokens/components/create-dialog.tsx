import Dialog from '@mui/material/Dialog'
import { useId, useState } from 'react'
import type { components } from '../../../lib/api/schema.js'
import { CreateForm } from './create-form.js'
import { SecretPanel } from './secret-panel.js'

type Created = components['schemas']['CreatedToken']

/** A new token: first what it is for, then its secret, once. The secret goes by its own button alone. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const title = useId()
  const [created, setCreated] = useState<Created>()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} onClose={created ? undefined : onClose}>
      {created ? (
        <SecretPanel titleId={title} created={created} onStored={onClose} />
      ) : (
        <CreateForm titleId={title} onCreated={setCreated} onCancel={onClose} />
      )}
    </Dialog>
  )
}

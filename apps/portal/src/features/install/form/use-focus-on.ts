import { useEffect, useRef, useState } from 'react'
import type { InstallField } from './install-form.js'
import type { InstallFormApi } from './use-fields.js'

/** Focuses a field that the API rejected, as soon as the field is visible. On a phone the step with the field opens first. */
export function useFocusOn(form: InstallFormApi, isInSight: (field: InstallField) => boolean) {
  const [wanted, setWanted] = useState<{ field: InstallField }>()
  const handled = useRef<object>(undefined)
  useEffect(() => {
    if (!wanted || handled.current === wanted || !isInSight(wanted.field)) return
    handled.current = wanted
    form.setFocus(wanted.field)
  })
  return (field: InstallField | undefined) => setWanted(field && { field })
}

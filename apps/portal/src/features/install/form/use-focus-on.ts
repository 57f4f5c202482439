import { useEffect, useRef, useState } from 'react'
import type { InstallField } from './install-form.js'
import type { InstallFormApi } from './use-fields.js'

/**
 * Leads to a field that the API has something against, as soon as it is in sight: a folded panel opens first, and on the phone
 * another step is turned to.
 */
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

import type { KeyboardEvent } from 'react'
import { FIELDS, PANELS } from '../../form/install-form.js'
import { useFocusOn } from '../../form/use-focus-on.js'
import type { useInstallForm } from '../../form/use-install-form.js'
import { focusNextField } from './next-field.js'
import { firstOpenStep, shownStep, stepAfter, stepOf, STEPS } from './steps.js'
import type { MobileAddress } from '../use-mobile-address.js'

/** Returns the current step of an installation, and the actions that lead to the next step: button, Enter key, scanned code. */
export function useMobileSteps(install: ReturnType<typeof useInstallForm>, address: MobileAddress) {
  const { form, values, wrong, told, save, resetForNext } = install
  // A field that the API rejected takes precedence over incomplete steps.
  const refusedField = FIELDS.find((field) => told.has(field))
  const step = shownStep(address.step ?? (refusedField && stepOf(refusedField)), wrong)
  const following = stepAfter(step, wrong)

  const focusOn = useFocusOn(form, (field) => stepOf(field) === step)
  const submit = (allowTwin = false) =>
    form.handleSubmit(async (wanted) => {
      const outcome = await save(wanted, allowTwin)
      if ('installed' in outcome) {
        address.openDone(outcome.installed)
        return resetForNext(wanted)
      }
      const { refused } = outcome
      focusOn(refused)
      if (refused && stepOf(refused) !== step) address.openStep(stepOf(refused))
    })()
  const goOn = async () => {
    const fields = PANELS[step]
    // Sets the values again, so that the fields are validated on each keystroke from now on.
    for (const field of fields) form.setValue(field, form.getValues(field), { shouldTouch: true })
    if (!(await form.trigger([...fields], { shouldFocus: true }))) return
    if (following) address.openStep(following)
    else await submit()
  }
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const field = event.target
    if (event.key !== 'Enter' || !(field instanceof HTMLInputElement) || field.role === 'combobox') return
    event.preventDefault()
    if (!focusNextField(field, event.currentTarget)) void goOn()
  }
  return {
    step,
    following,
    before: STEPS[STEPS.indexOf(step) - 1],
    // The first screen is the camera, because nothing can be done without a tracker.
    isScanning: !address.done && (address.isScanning || (address.step === undefined && values.imei === '')),
    goOn,
    onEnter,
    allowTwin: () => void submit(true),
    takeTracker: (imei: string) => {
      form.setValue('imei', imei, { shouldDirty: true, shouldValidate: true })
      if (address.isScanning) address.closeScan()
      else address.openStep(firstOpenStep(new Map([...wrong].filter(([field]) => field !== 'imei'))), true)
    },
    leaveScan: () => (address.isScanning ? address.closeScan() : address.openStep(firstOpenStep(wrong), true)),
  }
}
